import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

@Suite("A journal that many use at once")
struct JournalConcurrencyTests {
  @Test(
    "what many threads send while it is flushed, kept whole, looked at and followed is there once and in order",
    arguments: [Durability.everyTurn, .batched(every: .milliseconds(1), turns: 7)])
  @MainActor func together(_ durability: Durability) async throws {
    let folder = try JournalFolder()
    let (senders, each) = (4, 25)
    let program = try NotesProgram(
      folder.journal, durability: durability, snapshots: SnapshotPolicy(turns: 20, retention: .newest(2)),
      backlog: Backlog(turns: 10_000, patience: .seconds(600)))
    try program.journal.start()
    let reader = try JournalReader(at: folder.journal)
    let following = Task.detached {
      var followed: [UInt64] = []
      for try await turn in reader.follow(from: 1, every: .milliseconds(1)) {
        followed.append(turn.sequence)
        if followed.count == senders * each { break }
      }
      return followed
    }
    let sender = program.notes.sender()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<senders {
        group.addTask {
          for count in 0..<each {
            sender.send(.added("\(number) \(count)"))
            await letOthersRun()
          }
        }
      }
      for _ in 0..<10 {
        try? await program.journal.flush()
        let last = program.flow.lastSequence
        #expect(throws: Never.self) { try program.journal.state(of: program.notes, at: last / 2) }
      }
    }
    await program.flow.run()
    try await program.journal.flushSnapshots()
    #expect(try await following.value == Array(1...UInt64(senders * each)))
    #expect(Set(program.state.titles).count == senders * each)
    for number in 0..<senders {
      // What one thread sends arrives in its order.
      #expect(
        program.state.titles.filter { $0.hasPrefix("\(number) ") } == (0..<each).map { "\(number) \($0)" })
    }
    #expect(try reader.verify().findings.filter { $0.severity >= .warning }.isEmpty)
    try program.journal.close()
    let again = try NotesProgram(folder.journal)
    try again.journal.start()
    #expect(again.state == program.state)
  }
}
