import Millrace
import Testing

@testable import MillraceJournal

@Suite("A journal that is used from within, and beside others")
struct JournalReentryTests {
  @Test("a snapshot that an observer asks for during a start has the states of all stores")
  @MainActor func snapshotDuringStart() async throws {
    let folder = try JournalFolder()
    for round in 1...3 {
      let flow = Flow(name: "two")
      let first = Store(Tally(), name: "first", flow: flow, update: updateTally)
      let second = Store(Tally(), name: "second", flow: flow, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal, snapshots: .never)
      try journal.record(first, state: RecordSchema("tally"), messages: RecordSchema("add"))
      try journal.record(second, state: RecordSchema("tally"), messages: RecordSchema("add"))
      let observer = first.observe(\.sum) { _ in
        if round == 2 { #expect(throws: Never.self) { try journal.snapshot() } }
      }
      try journal.start()
      #expect(first.state.sum == (round == 1 ? 0 : 7))
      #expect(second.state.sum == (round == 1 ? 0 : 9))
      if round == 1 {
        first.send(.add(7))
        second.send(.add(9))
      }
      try await journal.flushSnapshots()
      observer.cancel()
      try journal.close()
    }
  }

  @Test("two stores of one name on a flow are refused, also when only one of them is recorded")
  @MainActor func sameName() throws {
    let flow = Flow(name: "two")
    let first = Store(Tally(), flow: flow, update: updateTally)
    let second = Store(Tally(), flow: flow, update: updateTally)
    let journal = try Journal(of: flow, at: try JournalFolder().journal, durability: .memory)
    let error = journalError {
      try journal.record(first, state: RecordSchema("tally"), messages: RecordSchema("add"))
    }
    #expect(error == .nameTaken(store: "Tally"))
    withExtendedLifetime(second) {}
  }

  @Test("a name that was given twice after a store was recorded is found by the start")
  @MainActor func sameNameLater() throws {
    let flow = Flow(name: "two")
    let first = Store(Tally(), flow: flow, update: updateTally)
    let journal = try Journal(of: flow, at: try JournalFolder().journal, durability: .memory)
    try journal.record(first, state: RecordSchema("tally"), messages: RecordSchema("add"))
    let second = Store(Tally(), flow: flow, update: updateTally)
    #expect(journalError { try journal.start() } == .nameTaken(store: "Tally"))
    withExtendedLifetime(second) {}
  }

  @Test("what is called from the progress of a start cannot break it")
  @MainActor func withinProgress() throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal)
      try program.journal.start()
      program.notes.send(.added("kept"))
    }
    let program = try NotesProgram(folder.journal)
    let other = Store(Notes(), name: "other", flow: program.flow, update: updateNotes)
    var errors: [JournalError?] = []
    let journal = program.journal
    try journal.start(progress: { _ in
      errors.append(journalError { try journal.close() })
      errors.append(journalError { try journal.start() })
      errors.append(
        journalError {
          try journal.record(other, state: RecordSchema("other"), messages: RecordSchema("other-note"))
        })
    })
    #expect(errors.count >= 3)
    #expect(!errors.contains(nil))
    #expect(program.state.titles == ["kept"])
  }

  @Test("the state after a turn that is still being taken is not there yet")
  @MainActor func stateInsideTurn() throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    var found: [JournalError?] = []
    let observer = program.notes.observe(\.titles) { [unowned program] _ in
      let turn = program.flow.lastSequence
      found.append(journalError { _ = try program.journal.state(of: program.notes, at: turn) })
      #expect(throws: Never.self) { try program.journal.state(at: turn - 1) }
    }
    program.notes.send(.added("one"))
    program.notes.send(.added("two"))
    #expect(found == [.noTurn(1, first: 1, last: 0), .noTurn(2, first: 1, last: 1)])
    #expect(try program.journal.state(of: program.notes, at: 2).titles == ["one", "two"])
    observer.cancel()
  }

  @Test("a second journal on the flow leaves the durable effects of the first alone")
  @MainActor func twoJournals() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(
      folder.journal, durability: .batched(every: .seconds(3600)), start: false)
    let other = Store(Tally(), name: "tally", flow: program.flow, update: updateTally)
    let second = try Journal(of: program.flow, at: folder.journal + "2", snapshots: .never)
    try second.record(other, state: RecordSchema("tally"), messages: RecordSchema("add"))
    second.leaveOut("outbox")
    try second.start()
    program.journal?.leaveOut("tally")
    try program.journal?.start()
    program.work.answer("a")
    program.send(.post(1, key: "a"))
    try await program.journal?.flush()
    await program.flow.run()
    #expect(program.state.sent == [1])
    #expect(program.list.failures.isEmpty)
  }

  @Test("a closed journal says so when it is asked for a snapshot")
  @MainActor func snapshotOfClosed() throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    try program.journal.close()
    #expect(journalError { try program.journal.snapshot() } == .closed(path: program.journal.path))
  }

  @Test("a turn that cannot be written with all that belongs to it is not written in part")
  @MainActor func noPartOfATurn() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    try changeJournal(
      folder.journal, "CREATE TRIGGER no BEFORE INSERT ON tasks BEGIN SELECT RAISE(ABORT, 'never'); END")
    program.send(.post(1, key: "a"))
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [])
    #expect(try durableTasks(folder.journal).isEmpty)
    #expect(program.work.begun.isEmpty)
  }

  @Test("copies of states do not gather while one cannot be encoded")
  @MainActor func copiesAreBounded() async throws {
    let folder = try JournalFolder()
    let flow = Flow(name: "slow")
    let store = Store(SlowState(), of: Int.self, name: "slow", flow: flow) { state, number in
      state.number = number
      return .none
    }
    let journal = try Journal(
      of: flow, at: folder.journal, snapshots: SnapshotPolicy(turns: 1, retention: .all))
    try journal.record(store, state: RecordSchema("slow"), messages: RecordSchema("number"))
    try journal.start()
    SlowState.gate.withLock { gate in
      for number in 1...1000 { store.send(number) }
    }
    try await journal.flushSnapshots()
    #expect(try journal.reader().snapshots().count < 20)
    store.send(1001)
    try await journal.flushSnapshots()
    #expect(try journal.reader().snapshots().last?.sequence == 1001)
    try journal.close()
  }
}

/// A state that is encoded only while the gate is open.
private struct SlowState: Codable, Sendable {
  static let gate = Locked(0)
  var number = 0

  enum CodingKeys: String, CodingKey { case number }

  init() {}
  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
  }
  func encode(to encoder: any Encoder) throws {
    Self.gate.withLock { _ in }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
  }
}
