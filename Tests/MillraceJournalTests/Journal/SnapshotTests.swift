import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

@Suite("States that are written down whole")
struct SnapshotTests {
  static let sequences = "SELECT sequence FROM snapshots ORDER BY sequence"

  @Test("a snapshot is due after so many turns, also counted over starts")
  @MainActor func byTurns() async throws {
    let folder = try JournalFolder()
    for _ in 0..<2 {
      let program = try NotesProgram(folder.journal, snapshots: SnapshotPolicy(turns: 3, retention: .all))
      try program.journal.start()
      for number in 0..<4 { program.notes.send(.added("\(number)")) }
      try await program.journal.flushSnapshots()
    }
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 3, 6])
  }

  @Test("a snapshot is due after so many bytes of messages")
  @MainActor func byBytes() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(
      folder.journal, durability: .everyTurn,
      snapshots: SnapshotPolicy(turns: nil, bytes: 1000, retention: .all))
    try program.journal.start()
    program.notes.send(.added(String(repeating: "a", count: 600)))
    program.notes.send(.added("b"))
    program.notes.send(.added(String(repeating: "a", count: 600)))
    program.notes.send(.added("c"))
    try await program.journal.flushSnapshots()
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 3])
  }

  @Test("a snapshot is due after a time, by the flow's clock")
  @MainActor func byTime() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try NotesProgram(
      folder.journal, durability: .everyTurn,
      snapshots: SnapshotPolicy(turns: nil, time: .seconds(60), retention: .all),
      environment: StoreEnvironment(clock: clock))
    try program.journal.start()
    program.notes.send(.starred)
    clock.jump(by: .seconds(59))
    program.notes.send(.starred)
    clock.jump(by: .seconds(1))
    program.notes.send(.starred)
    program.notes.send(.starred)
    try await program.journal.flushSnapshots()
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 3])
  }

  @Test("a snapshot is taken when it is asked for, and a start reads what comes after it only")
  @MainActor func byHand() async throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal)
      try program.journal.start()
      for number in 0..<20 { program.notes.send(.added("\(number)")) }
      try program.journal.snapshot()
      program.notes.send(.starred)
      program.notes.send(.starred)
      try await program.journal.flushSnapshots()
    }
    let program = try NotesProgram(folder.journal)
    let found = try program.journal.start()
    #expect(found.messages == 2)
    #expect(found.snapshot(of: "notes") == 20)
    #expect(program.state.titles.count == 20)
    #expect(program.state.starred == 2)
  }

  @Test("only those that the policy keeps stay, and the first one")
  @MainActor func retention() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(
      folder.journal, snapshots: SnapshotPolicy(turns: 2, retention: .newest(2)))
    try program.journal.start()
    for _ in 0..<5 {
      program.notes.send(.starred)
      program.notes.send(.starred)
      try await program.journal.flushSnapshots()
    }
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 8, 10])
  }

  /// Twelve turns with snapshots after 0, 4, 8 and 12.
  @MainActor private func history(_ path: String) async throws -> Notes {
    let program = try NotesProgram(path, snapshots: SnapshotPolicy(turns: 4, retention: .all))
    try program.journal.start()
    for number in 0..<12 { program.notes.send(.added("\(number)")) }
    try await program.journal.flushSnapshots()
    return program.state
  }

  @Test("a damaged snapshot is passed over, with a warning")
  @MainActor func damagedNewest() async throws {
    let folder = try JournalFolder()
    let expected = try await history(folder.journal)
    try changeJournal(
      folder.journal,
      "UPDATE snapshots SET state = cast(state || x'00' AS BLOB) WHERE sequence = 12")
    let program = try NotesProgram(folder.journal)
    let list = ErrorList(program.flow)
    let found = try program.journal.start()
    #expect(program.state == expected)
    #expect(found.snapshot(of: "notes") == 8)
    #expect(found.messages == 4)
    guard case .snapshot(store: "notes", sequence: 12, _) = found.warnings.first else {
      Issue.record("no warning: \(found.warnings)")
      return
    }
    #expect(list.warnings == found.warnings)
  }

  @Test("when all snapshots are damaged, the state is made of all messages")
  @MainActor func damagedAll() async throws {
    let folder = try JournalFolder()
    let expected = try await history(folder.journal)
    try changeJournal(folder.journal, "UPDATE snapshots SET sum = sum + 1")
    let program = try NotesProgram(folder.journal)
    let found = try program.journal.start()
    #expect(program.state == expected)
    #expect(found.messages == 12)
    #expect(found.snapshot(of: "notes") == nil)
    #expect(found.warnings.count == 5)
    #expect(found.warnings.last == .wholeHistory(store: "notes"))
    // It is not taken for a new store.
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 4, 8, 12])
  }

  @Test("a state of a kind without a way is passed over, with a warning")
  @MainActor func noWay() async throws {
    let folder = try JournalFolder()
    let expected = try await history(folder.journal)
    let flow = Flow(name: "notes")
    let notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    let list = ErrorList(flow)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(notes, state: RecordSchema("memos"), messages: RecordSchema("note"))
    let found = try journal.start()
    #expect(notes.withState { copy $0 } == expected)
    #expect(found.warnings.last == .wholeHistory(store: "notes"))
    #expect(list.warnings == found.warnings)
  }

  /// A state that says no when it is told to.
  struct Stubborn: Codable, Sendable {
    var number = 0
    var isStubborn = false
    struct No: Error, CustomStringConvertible { var description: String { "no" } }
    private enum CodingKeys: String, CodingKey { case number, isStubborn }
    func encode(to encoder: any Encoder) throws {
      if isStubborn { throw No() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(isStubborn, forKey: .isStubborn)
    }
  }

  @Test("a state that cannot be encoded is an error, and turns are kept all the same")
  @MainActor func notEncodable() async throws {
    let folder = try JournalFolder()
    let flow = Flow(name: "stubborn")
    let list = ErrorList(flow)
    let store = Store(Stubborn(), name: "stubborn", flow: flow) { (state: inout Stubborn, message: Int) in
      state.number += message
      state.isStubborn = state.number > 5
      return .none
    }
    let journal = try Journal(
      of: flow, at: folder.journal, snapshots: SnapshotPolicy(turns: 1, retention: .all))
    try journal.record(store, state: RecordSchema("stubborn"), messages: RecordSchema("number"))
    try journal.start()
    store.send(3)
    store.send(3)
    store.send(-3)
    try await journal.flushSnapshots()
    await flow.run()
    #expect(list.journal == [.stateNotEncodable(store: "stubborn", turn: 2, reason: "no")])
    #expect(try journalNumbers(folder.journal, Self.sequences) == [0, 1, 3])
    #expect(journal.status == .writing)
  }

  @Test("a first state that cannot be encoded is an error of the start")
  @MainActor func firstNotEncodable() throws {
    let flow = Flow(name: "stubborn")
    let store = Store(Stubborn(isStubborn: true), name: "stubborn", flow: flow) {
      (state: inout Stubborn, message: Int) in .none
    }
    let journal = try Journal(of: flow, at: try JournalFolder().journal, durability: .memory)
    try journal.record(store, state: RecordSchema("stubborn"), messages: RecordSchema("number"))
    #expect(
      journalError { try journal.start() } == .stateNotEncodable(store: "stubborn", turn: 0, reason: "no"))
    #expect(journal.status == .preparing)
  }
}
