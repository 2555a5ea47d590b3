import Millrace
import Testing

@testable import MillraceJournal

@Suite("Durable effects on a disk that fails")
@MainActor struct DurableDiskTests {
  @Test("while the disk is full the work is not begun, and then it is")
  func diskFull() async throws {
    let folder = try JournalFolder()
    let faults = JournalFaults()
    let path = folder.journal
    let program = try DurableProgram(
      path, vfs: faults.name,
      before: { key in
        let open = try JournalReader(at: path).tasks(.open)
        #expect(open.map(\.key) == [key])
      })
    faults.diskIsFull()
    program.send(.post(1, key: "a"))
    #expect(program.journal?.waitingCount == 1)
    #expect(program.work.begun.isEmpty)
    faults.diskIsFree()
    try await program.journal?.flush()
    await program.work.waitUntilBegun(1)
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(try durableTasks(path) == ["a": .answered])
  }

  @Test(
    "what is asked for while nothing is kept is not begun, and what has answered meanwhile is not begun again"
  )
  func stopped() async throws {
    let folder = try JournalFolder()
    let faults = JournalFaults()
    let program = try DurableProgram(
      folder.journal, vfs: faults.name, backlog: Backlog(turns: 1, patience: .milliseconds(1)))
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    faults.diskIsFull()
    program.send(.cancel)
    program.send(.post(2, key: "b"))
    guard case .stopped = program.journal?.status else {
      Issue.record("it has not stopped")
      return
    }
    await program.flow.run(until: { program.list.failures.contains { $0 is JournalError } })
    #expect(program.work.begun == ["a"])
    faults.diskIsFree()
    try await program.journal?.resume()
    #expect(try durableTasks(folder.journal) == ["a": .cancelled])
    program.end()
    let again = try DurableProgram(folder.journal, start: false)
    #expect(try again.journal?.start().resumedEffects == [])
    #expect(again.state.asked == 2)
  }

  @Test("an answer whose turn was lost is not waited for again")
  func answeredInGap() async throws {
    let folder = try JournalFolder()
    let faults = JournalFaults()
    let program = try DurableProgram(
      folder.journal, vfs: faults.name, backlog: Backlog(turns: 1, patience: .milliseconds(1)))
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    faults.diskIsFull()
    program.send(.sent(8, key: ""))
    program.send(.sent(9, key: ""))
    program.work.answer("a")
    await program.run { $0.sent == [8, 9, 1] }
    #expect(try durableTasks(folder.journal) == ["a": .open])
    faults.diskIsFree()
    try await program.journal?.resume()
    #expect(try durableTasks(folder.journal) == ["a": .answered])
  }
}
