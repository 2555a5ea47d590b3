import Millrace
import Testing

@testable import MillraceJournal

@Suite("What a journal refuses")
struct RecordingErrorTests {
  @Test("turns from before the start are not undone by an old state")
  @MainActor func turnsBeforeStart() throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal, durability: .everyTurn)
      program.notes.send(.added("early"))
      try program.journal.start()
      program.notes.send(.added("kept"))
      #expect(try program.journal.state(of: program.notes, at: 1).titles == ["early"])
    }
    let program = try NotesProgram(folder.journal)
    program.notes.send(.added("too early"))
    let error = journalError { try program.journal.start() }
    #expect(error == .turnsBeforeStart(store: "notes", count: 1))
    #expect(program.state.titles == ["too early"])
    let again = try NotesProgram(try #require(Optional(folder.journal + "2")))
    try again.journal.start()
    #expect(again.state == Notes())
  }

  @Test("what comes after the start is refused, and so is a second start")
  @MainActor func alreadyStarted() throws {
    let program = try NotesProgram(try JournalFolder().journal, durability: .memory)
    try program.journal.start()
    let other = Store(Notes(), name: "other", flow: program.flow, update: updateNotes)
    for attempt in [
      { try program.journal.record(other, state: RecordSchema("a"), messages: RecordSchema("b")) },
      { _ = try program.journal.start() },
    ] {
      guard case .alreadyStarted = journalError(attempt) else {
        Issue.record("it was done")
        continue
      }
    }
  }

  @Test("what needs a start is refused before it")
  @MainActor func notStarted() async throws {
    let program = try NotesProgram(try JournalFolder().journal, durability: .memory)
    #expect(program.journal.status == .preparing)
    #expect(journalError { try program.journal.snapshot() } == .notStarted(what: "a snapshot"))
    #expect(
      journalError { _ = try program.journal.state(at: 0) } == .notStarted(what: "reading past states"))
    await #expect(throws: JournalError.notStarted(what: "waiting for the disk")) {
      try await program.journal.flush()
    }
    await #expect(throws: JournalError.notStarted(what: "waiting for snapshots")) {
      try await program.journal.flushSnapshots()
    }
    await #expect(throws: JournalError.notStarted(what: "going on")) { try await program.journal.resume() }
  }

  @Test("two stores of one name, and stores of another flow, are refused")
  @MainActor func names() throws {
    let program = try NotesProgram(try JournalFolder().journal, durability: .memory)
    let same = Store(Tally(), name: "notes", flow: program.flow, update: updateTally)
    #expect(
      journalError { try program.journal.record(same, state: RecordSchema("a"), messages: RecordSchema("b")) }
        == .nameTaken(store: "notes"))
    let elsewhere = Store(Tally(), name: "else", flow: Flow(name: "other"), update: updateTally)
    #expect(
      journalError {
        try program.journal.record(elsewhere, state: RecordSchema("a"), messages: RecordSchema("b"))
      }
        == .otherFlow(store: "else", flow: "other", expected: "notes"))
  }

  @Test("of a later store with the name of a recorded one, messages of another type are not kept")
  @MainActor func sameNameLater() throws {
    let store = Store(Tally(), name: "tally", update: updateTally)
    let journaledStore = TypedJournaledStore(
      store.recordable(state: RecordSchema("a"), messages: RecordSchema("b")))
    #expect(journaledStore.kept("a text") == nil)
    #expect(journaledStore.kept(TallyMessage.add(3)) as? TallyMessage == .add(3))
  }

  @Test("schemas with flaws are refused, and kinds that two things share")
  @MainActor func schemas() throws {
    let program = try NotesProgram(try JournalFolder().journal, durability: .memory)
    let tally = Store(Tally(), name: "tally", flow: program.flow, update: updateTally)
    let wrong: [(RecordSchema<Tally>, RecordSchema<TallyMessage>)] = [
      (RecordSchema(), RecordSchema("b")),
      (RecordSchema("a", version: 0), RecordSchema("b")),
      (RecordSchema("a"), RecordSchema("a")),
      (RecordSchema("a"), RecordSchema("notes")),
      (RecordSchema("note"), RecordSchema("b")),
      (RecordSchema("notes", version: 2), RecordSchema("b")),
    ]
    for (state, messages) in wrong {
      guard
        case .schema(_, let flaws) = journalError({
          try program.journal.record(tally, state: state, messages: messages)
        })
      else {
        Issue.record("it was recorded")
        continue
      }
      #expect(!flaws.isEmpty)
    }
    try program.journal.record(tally, state: RecordSchema("a"), messages: RecordSchema("b"))
    try program.journal.start()
  }

  @Test("a store that is not recorded is reported once, and one that is left out never")
  @MainActor func unknownStore() throws {
    let program = try NotesProgram(try JournalFolder().journal, durability: .memory)
    let list = ErrorList(program.flow)
    try program.journal.start()
    let other = Store(Tally(), name: "other", flow: program.flow, update: updateTally)
    let quiet = Store(Tally(), name: "quiet", flow: program.flow, update: updateTally)
    program.journal.leaveOut("quiet")
    program.notes.send(.starred)
    for _ in 0..<3 {
      other.send(.add(1))
      quiet.send(.add(1))
    }
    #expect(list.journal == [.unknownStore(store: "other", turn: 2)])
    #expect(list.errors.count == 1)
  }

  @Test("only one journal writes to a file at a time")
  @MainActor func inUse() throws {
    let folder = try JournalFolder()
    let flow = Flow(name: "notes")
    do {
      let program = try NotesProgram(folder.journal)
      guard case .inUse = journalError({ _ = try Journal(of: flow, at: folder.journal) }) else {
        Issue.record("there are two")
        return
      }
      try program.journal.close()
      let next = try Journal(of: flow, at: folder.journal)
      #expect(next.id == program.journal.id)
    }
    _ = try Journal(of: flow, at: folder.journal)
  }

  @Test("a start that has failed has changed nothing, and can be called again")
  @MainActor func startAgain() throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal, durability: .everyTurn)
      try program.journal.start()
      program.notes.send(.added("milk"))
      program.notes.send(.added("bread"))
    }
    try changeJournal(folder.journal, "UPDATE types SET name = 'letter' WHERE name = 'note'")
    let program = try NotesProgram(folder.journal)
    #expect(
      journalError { try program.journal.start() }
        == .unknownKinds(path: folder.journal, kinds: ["letter@1 (2 messages)"]))
    #expect(program.journal.status == .preparing)
    #expect(program.state == Notes())
    let found = try program.journal.start(unknown: .skip)
    #expect(found.skipped == [SchemaKind(name: "letter", version: 1): 2])
    #expect(found.messages == 0)
    #expect(found.lastSequence == 2)
    program.notes.send(.added("eggs"))
    #expect(program.flow.lastSequence == 3)
  }

  @Test("lost turns are an error, unless they are accepted")
  @MainActor func lost() async throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal, durability: .everyTurn)
      try program.journal.start()
      program.notes.send(.added("milk"))
      program.notes.send(.added("bread"))
    }
    try changeJournal(folder.journal, "DELETE FROM turns WHERE sequence = 2")
    let error = journalError { _ = try NotesProgram(folder.journal) }
    #expect(error == .lost(path: folder.journal, acknowledged: 2, found: 1))
    do {
      let program = try NotesProgram(folder.journal, accepting: .lostTurns)
      let found = try program.journal.start()
      #expect(found.warnings == [.gap(store: "notes", after: 1, until: 3)])
      #expect(program.state.titles == ["milk"])
      program.notes.send(.added("eggs"))
      #expect(program.flow.lastSequence == 4, "the numbers of lost turns are not given again")
      try await program.journal.flushSnapshots()
    }
    // From then on nothing is missing.
    let again = try NotesProgram(folder.journal)
    #expect(try again.journal.start().warnings.isEmpty)
    #expect(again.state.titles == ["milk", "eggs"])
  }

  @Test("a turn that was changed behind the journal's back is found")
  @MainActor func damaged() throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal, durability: .everyTurn)
      try program.journal.start()
      program.notes.send(.added("milk"))
      program.notes.send(.added("bread"))
    }
    try changeJournal(folder.journal, "UPDATE turns SET time = time + 1 WHERE sequence = 1")
    let program = try NotesProgram(folder.journal)
    guard case .damaged = journalError({ try program.journal.start() }) else {
      Issue.record("it was not seen")
      return
    }
    #expect(program.state == Notes())
  }
}
