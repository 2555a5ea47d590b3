import Millrace
import MillraceSQLite
import RecordFixture
import Testing

@testable import MillraceJournal

@Suite("Looking at past states")
struct TimeTravelTests {
  /// One message of all there are.
  static func message(_ random: inout RecordRandom) -> TallyMessage {
    let number = Int.random(in: -9...9, using: &random)
    return switch Int.random(in: 0..<3, using: &random) {
    case 0: .twice(number)
    case 1: .broken
    default: .add(number)
    }
  }

  @Test("after every turn of a random history the state is the fold of its messages", arguments: 0..<16)
  @MainActor func law(seed: UInt64) async throws {
    var random = RecordRandom(seed)
    let folder = try JournalFolder()
    let isInMemory = seed % 4 == 0
    let turns = seed % 2 == 0 ? Int.random(in: 1...9, using: &random) : nil
    let policy = SnapshotPolicy(turns: turns, retention: seed % 3 == 0 ? .newest(1) : .all)
    let note: Comment = "seed \(seed)"
    var pasts: [[String: Tally]] = [["a": Tally(), "b": Tally()]]
    @MainActor func session() throws -> (Flow, [Store<Tally, TallyMessage>], Journal, ObservationToken) {
      let flow = Flow(name: "random")
      let stores = ["a", "b"].map { Store(Tally(), name: $0, flow: flow, update: updateTally) }
      let journal = try Journal(
        of: flow, at: folder.journal,
        durability: isInMemory ? .memory : .batched(every: .seconds(3600), turns: 7),
        snapshots: policy)
      for store in stores {
        try journal.record(store, state: RecordSchema("tally"), messages: RecordSchema("count"))
      }
      try journal.start()
      // What they are is seen by other eyes than the journal's.
      let token = flow.tap { record in
        var past = pasts[pasts.count - 1]
        for store in stores { past[store.storeName] = store.withState { copy $0 } }
        pasts.append(past)
        #expect(pasts.count == Int(record.sequence) + 1, note)
      }
      return (flow, stores, journal, token)
    }
    for _ in 0..<(isInMemory ? 1 : 2) {
      let (flow, stores, journal, token) = try session()
      for _ in 0..<25 { stores.randomElement(using: &random)?.send(Self.message(&random)) }
      try await journal.flushSnapshots()
      for sequence in 0...flow.lastSequence {
        let states = try journal.state(at: sequence)
        let expected = pasts[Int(sequence)]
        for store in stores {
          #expect(states[store] == expected[store.storeName], "seed \(seed), turn \(sequence)")
          #expect(
            try journal.state(of: store, at: sequence) == expected[store.storeName],
            "seed \(seed), turn \(sequence)")
        }
      }
      // Looking has changed nothing.
      for store in stores {
        #expect(store.withState { copy $0 } == pasts[pasts.count - 1][store.storeName], note)
      }
      #expect(Int(flow.lastSequence) == pasts.count - 1, note)
      token.cancel()
      try journal.close()
    }
  }

  @Test("turns that there are not, that were removed or lost, and stores that are not kept, are errors")
  @MainActor func errors() throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, durability: .everyTurn)
    try program.journal.start()
    for number in 0..<6 { program.notes.send(.added("\(number)")) }
    #expect(
      journalError { _ = try program.journal.state(at: 7) } == .noTurn(7, first: 1, last: 6))
    let other = Store(Notes(), name: "other", flow: program.flow, update: updateNotes)
    #expect(
      journalError { _ = try program.journal.state(of: other, at: 1) } == .notRecorded(store: "other"))
    #expect(try program.journal.state(at: 1)[other] == nil)
    #expect(try program.journal.state(at: 1)["notes", as: Tally.self] == nil)
    #expect(try program.journal.state(at: 1)["notes", as: Notes.self]?.titles == ["0"])
    #expect(try program.journal.state(at: 1).stores == ["notes"])
    try changeJournal(folder.journal, "UPDATE meta SET value = 2 WHERE key = 'first'")
    #expect(journalError { _ = try program.journal.state(at: 1) } == .removed(1, first: 2))
    try changeJournal(folder.journal, "INSERT INTO gaps VALUES(3, 5, 'test')")
    #expect(try program.journal.state(of: program.notes, at: 3).titles.count == 3)
    #expect(journalError { _ = try program.journal.state(at: 4) } == .inGap(4, after: 3, until: 5))
  }

  @Test("what waits is written before it is looked at")
  @MainActor func waiting() throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    #expect(program.journal.waitingCount == 1)
    #expect(try program.journal.state(of: program.notes, at: 1).titles == ["milk"])
    #expect(program.journal.waitingCount == 0)
  }

  @Test("a past state is none that turns in the past have not led to: what cannot be written is an error")
  @MainActor func notWritten() throws {
    let folder = try JournalFolder()
    let faults = JournalFaults()
    let program = try NotesProgram(folder.journal, vfs: faults.name)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try program.journal.state(at: 1)[program.notes].map { #expect($0.titles == ["milk"]) }
    program.notes.send(.added("bread"))
    faults.diskIsFull()
    #expect(try program.journal.state(of: program.notes, at: 1).titles == ["milk"])
    guard case .database = journalError({ _ = try program.journal.state(at: 2) }) else {
      Issue.record("it was not what had happened")
      return
    }
    faults.diskIsFree()
    #expect(try program.journal.state(of: program.notes, at: 2).titles == ["milk", "bread"])
  }
}
