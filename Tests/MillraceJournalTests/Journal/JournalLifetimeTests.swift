import Foundation
import Millrace
import MillraceSQLite
import MillraceTesting
import TestResources
import Testing

@testable import MillraceJournal

@Suite("How a journal begins and ends")
struct JournalLifetimeTests {
  @Test("closing writes what waits, lets the file go, and says so")
  @MainActor func close() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    var statuses: [JournalStatus] = []
    program.journal.statusHandler = { statuses.append($0) }
    try program.journal.start()
    #expect(program.journal.status == .writing)
    program.notes.send(.added("milk"))
    try program.journal.snapshot()
    try program.journal.close()
    #expect(statuses == [.closed])
    #expect(program.journal.status == .closed)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM snapshots ORDER BY 1") == [0, 1])
    program.notes.send(.added("bread"))
    #expect(program.journal.waitingCount == 0)
    await #expect(throws: JournalError.closed(path: folder.journal)) { try await program.journal.flush() }
    #expect(try program.journal.state(of: program.notes, at: 1).titles == ["milk"])
    #expect(
      journalError { _ = try program.journal.state(at: 2) } == .closed(path: folder.journal))
    try program.journal.close()
    let next = try NotesProgram(folder.journal)
    #expect(try next.journal.start().lastSequence == 1)
  }

  @Test("a journal that is released writes what waits, and keeps nothing alive")
  @MainActor func lifetimes() throws {
    let folder = try JournalFolder()
    weak var flow: Flow?
    weak var store: Store<Notes, NoteMessage>?
    weak var journal: Journal?
    weak var writer: JournalWriter?
    do {
      let program = try NotesProgram(folder.journal)
      (flow, store, journal, writer) = (program.flow, program.notes, program.journal, program.journal.writer)
      try program.journal.start()
      program.notes.send(.added("milk"))
      #expect(program.journal.waitingCount == 1)
    }
    #expect(flow == nil)
    #expect(store == nil)
    #expect(journal == nil)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
    // The task that waits for the batch's time holds it weakly.
    #expect(writer == nil)
  }

  @MainActor private static func sendAndExit(_ path: String) throws {
    let program = try NotesProgram(path)
    try program.journal.start()
    program.notes.send(.added("milk"))
    withExtendedLifetime(program) { exit(0) }
  }

  @Test("a program that calls `exit` has written the turns of its last batch", .realProcess)
  func exits() async throws {
    let folder = try JournalFolder()
    await #expect(processExitsWith: .success) { [path = folder.journal as String] in
      try await JournalLifetimeTests.sendAndExit(path)
    }
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
  }

  @Test("a close waits while another connection holds the database, and loses nothing")
  @MainActor func held() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, backlog: Backlog(patience: .milliseconds(1)))
    try program.journal.start()
    let other = try Database(path: folder.journal, mode: .write)
    try other.execute("BEGIN IMMEDIATE")
    program.notes.send(.added("milk"))
    let closing = Task.detached { [writer = program.journal.writer] in writer.close() }
    try other.execute("COMMIT")
    #expect(await closing.value == nil)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
  }

  @Test("a flow goes on when its journal has ended")
  @MainActor func flowGoesOn() throws {
    let flow = Flow(name: "notes")
    let notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    do {
      let journal = try Journal(of: flow, at: try JournalFolder().journal, durability: .memory)
      try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
      try journal.start()
      notes.send(.starred)
    }
    notes.send(.starred)
    #expect(notes.withState(\.starred) == 2)
  }

  /// A home that ends before what lives in it.
  actor Home {
    func make(_ path: String) throws -> UnsafeTransfer<(Journal, Store<Notes, NoteMessage>)> {
      let flow = Flow(name: "home")
      flow.errorHandler = { _ in }
      let notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
      let journal = try Journal(of: flow, at: path, durability: .everyTurn)
      try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
      // A call to the journal from its writer's thread would wait for ever.
      journal.statusHandler = { [unowned journal] _ in _ = try? journal.state(at: 0) }
      try journal.start()
      // Sound: the home keeps nothing of it, and ends.
      return UnsafeTransfer((journal, notes))
    }
  }

  @Test("a journal that outlives its home keeps what happens, and closes")
  func outlivesHome() async throws {
    let folder = try JournalFolder()
    var home: Home? = Home()
    let (journal, notes) = try await #require(home).make(folder.journal).value
    home = nil
    notes.send(.added("milk"))
    // The writer has news for a home that is no more.
    let other = try Database(path: folder.journal, mode: .write)
    try other.execute("BEGIN IMMEDIATE")
    notes.send(.added("bread"))
    try other.execute("COMMIT")
    try journal.close()
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1, 2])
  }

  @Test("a journal in an actor keeps what happens there")
  func inActor() async throws {
    actor Place {
      var journal: Journal?
      func run(_ path: String) async throws -> [String] {
        let flow = Flow(name: "place")
        let notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
        let journal = try Journal(of: flow, at: path)
        try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
        try journal.start()
        notes.send(.added("note"))
        try await journal.flush()
        self.journal = journal
        return notes.withState { copy $0 }.titles
      }
    }
    let folder = try JournalFolder()
    let (first, second) = (Place(), Place())
    #expect(try await first.run(folder.journal + "1") == ["note"])
    #expect(try await second.run(folder.journal + "2") == ["note"])
  }

  @Test("a reader sees what is written while it is written")
  @MainActor func reader() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    let reader = try program.journal.reader()
    #expect(try reader.turn(1) == nil)
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    #expect(try reader.turn(1)?.store == "notes")
    #expect(try reader.info().id == program.journal.id)
  }
}
