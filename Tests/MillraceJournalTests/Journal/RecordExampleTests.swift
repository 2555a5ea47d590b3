import Millrace
import Testing

@testable import MillraceJournal

@Suite("Examples of recorded values")
struct RecordExampleTests {
  enum Before: Codable, Hashable, Sendable { case added(String), starred }
  /// The same message without the payload, under the same version.
  enum After: Codable, Hashable, Sendable { case added, starred }

  private let examples = [
    RecordExample("note@1", #"{"added": {"_0": "milk"}}"#), RecordExample("note@1", #"{"starred": {}}"#),
  ]

  @Test("have no flaws while today's type reads all of them")
  func whole() {
    #expect(RecordSchema<Before>("note").flaws(in: examples) == [])
  }

  @Test("tell that a message has lost a payload, which is read without an error")
  func lost() throws {
    let schema = RecordSchema<After>("note")
    let bytes = try RecordEncoder().encode(Before.added("milk"))
    #expect(try RecordDecoder().decode(After.self, from: bytes) == .added)
    let flaws = schema.flaws(in: examples)
    #expect(flaws.count == 1)
    #expect(flaws.first?.contains("differs at `added._0`") == true)
    #expect(flaws.first?.contains("Raise the version and add an `upcast` step") == true)
    // With a new version it is no loss, but a conversion.
    let next = RecordSchema<After>("note", version: 2).upcast("note", from: 1, to: 2) { (old: Before) in
      if case .starred = old { After.starred } else { After.added }
    }
    let newer = [RecordExample("note@2", #"{"added": {}}"#), RecordExample("note@2", #"{"starred": {}}"#)]
    #expect(next.flaws(in: examples + newer) == [])
  }

  @Test("tell of steps that throw, of unknown kinds, of what is no JSON, and of kinds without one")
  func others() {
    struct Refused: Error {}
    let schema = RecordSchema<After>("note", version: 2)
      .upcast("note", from: 1, to: 2) { (_: Before) throws -> After in throw Refused() }
    let flaws = schema.flaws(in: [
      examples[1], RecordExample("note", "{}"), RecordExample("other@1", "{}"),
      RecordExample("note@1", #"{"starred": {}, "starred": {}}"#),
    ])
    #expect(flaws.count == 5)
    #expect(flaws.contains { $0.contains("the `upcast` step from note@1 to version 2 has thrown an error") })
    #expect(flaws.contains { $0.hasPrefix("`note` is not a kind with a version") })
    #expect(flaws.contains { $0.contains("the key `starred` occurs twice") })
    #expect(flaws.contains("There is no example of note@2; add one of each of its cases."))
  }

  @Test("are not needed to see that a step throws: a start says which, and advises no new version")
  @MainActor func throwingStep() throws {
    struct Refused: Error {}
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal)
      try program.journal.start()
      program.notes.send(.starred)
      try program.journal.close()
    }
    let flow = Flow(name: "notes")
    let store = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(
      store, state: RecordSchema("notes"),
      messages: RecordSchema<NoteMessage>("note", version: 2)
        .upcast("note", from: 1, to: 2) { (_: NoteMessage) throws -> NoteMessage in throw Refused() })
    let error = journalError { try journal.start() }
    let kind = SchemaKind(name: "note", version: 1)
    #expect(
      error == .upcastFailed(store: "notes", turn: 1, UpcastError(kind, to: 2, reason: "Refused()")))
    #expect("\(String(describing: error))".contains("Correct the step"))
    #expect(!"\(String(describing: error))".contains("Raise"))
  }
}
