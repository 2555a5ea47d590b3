import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("A journal that belongs to another program")
@MainActor
struct ForeignJournalTests {
  private let folder: JournalFolder

  init() throws { folder = try JournalFolder() }

  private func keepNotes() async throws -> Data {
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("buy milk"))
    try await program.journal.flush()
    try program.journal.close()
    return try Data(contentsOf: URL(filePath: folder.journal))
  }

  @Test("One of a flow of another name is refused before a byte is written, and says which flow it is of")
  func flow() async throws {
    let before = try await keepNotes()
    let error = journalError { _ = try Journal(of: Flow(name: "shop"), at: folder.journal) }
    #expect(error == .foreignFlow(path: folder.journal, found: "notes", expected: "shop"))
    #expect(
      error?.description == """
        The journal `\(folder.journal)` belongs to another program: its flow is `notes` instead of `shop`. Nothing \
        was written; use another file, or give the flow its old name if it was renamed.
        """)
    #expect(try Data(contentsOf: URL(filePath: folder.journal)) == before)
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(program.state.titles == ["buy milk"])
  }

  @Test("One of whose kinds no schema knows any is refused by the start before a byte is written")
  func kinds() async throws {
    let before = try await keepNotes()
    let rows = try rows()
    let error = try startTally()
    #expect(error == .foreignKinds(path: folder.journal, kinds: ["note@1", "notes@1"]))
    #expect(error?.description.contains("Nothing was written; use another file") == true)
    #expect(try Data(contentsOf: URL(filePath: folder.journal)) == before)
    #expect(try self.rows() == rows)
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(program.state.titles == ["buy milk"])
  }

  @Test("It is not brought to a new form either", arguments: FormTests.forms)
  func form(_ form: Int) throws {
    let before = try FormTests.bytes(form)
    try before.write(to: URL(filePath: folder.journal))
    let error = try startTally(flow: JournalReader(at: folder.journal).info().flow)
    guard case .foreignKinds = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(filePath: folder.journal)) == before)
  }

  @Test("A program whose journal another one tries to start goes on writing, also where the mark was removed")
  func rival() async throws {
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("buy milk"))
    try await program.journal.flush()
    try FileManager.default.removeItem(atPath: folder.journal + "-mark")
    let owner = try program.journal.reader().info().owner
    let error = try startTally()
    #expect(error == .foreignKinds(path: folder.journal, kinds: ["note@1", "notes@1"]))
    program.notes.send(.added("buy bread"))
    try await program.journal.flush()
    #expect(program.journal.status == .writing)
    #expect(try program.journal.reader().info().owner == owner)
  }

  /// Starts a program of other kinds on the journal, with a flow of the right name, and answers why it was
  /// refused.
  private func startTally(flow name: String = "notes") throws -> JournalError? {
    let flow = Flow(name: name)
    let tally = Store(Tally(), name: "notes", flow: flow, update: updateTally)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(tally, state: RecordSchema("sums"), messages: RecordSchema("step"))
    defer { #expect(throws: Never.self) { try journal.close() } }
    return journalError { try journal.start(unknown: .skip) }
  }

  /// Everything that the tables hold, as text.
  private func rows() throws -> [String] {
    let database = try Database(path: folder.journal, mode: .read)
    defer { database.close() }
    var rows: [String] = []
    let tables = try database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    while try tables.step() {
      let table = tables.text(0)
      let columns = try database.text(
        "SELECT group_concat('quote(\"' || name || '\")', ' || '','' || ') FROM pragma_table_info('\(table)')"
      )
      let list = try database.prepare("SELECT \(columns ?? "''") FROM \"\(table)\"")
      while try list.step() { rows.append("\(table): \(list.text(0))") }
    }
    return rows
  }
}
