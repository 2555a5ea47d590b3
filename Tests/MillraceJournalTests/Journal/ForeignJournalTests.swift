import Foundation
import Millrace
import MillraceJournal
import Testing

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
        The journal `\(folder.journal)` is another program's: it is of the flow `notes`, and not of `shop`. Nothing was \
        written; use another file, or give the flow its old name if it was renamed.
        """)
    #expect(try Data(contentsOf: URL(filePath: folder.journal)) == before)
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(program.state.titles == ["buy milk"])
  }

  @Test("One of whose kinds no schema knows any is refused by the start, before a turn or a name is written")
  func kinds() async throws {
    _ = try await keepNotes()
    do {
      let flow = Flow(name: "notes")
      let tally = Store(Tally(), name: "notes", flow: flow, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal)
      try journal.record(tally, state: RecordSchema("sums"), messages: RecordSchema("step"))
      let error = journalError { try journal.start(unknown: .skip) }
      #expect(error == .foreignKinds(path: folder.journal, kinds: ["note@1", "notes@1"]))
      try journal.close()
    }
    let reader = try JournalReader(at: folder.journal)
    #expect(Set(try reader.info().kinds.map(\.kind.name)) == ["note"])
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(program.state.titles == ["buy milk"])
  }
}
