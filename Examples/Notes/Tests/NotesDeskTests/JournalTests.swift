import Flask
import Foundation
import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesModel
import Testing

@MainActor
@Suite("A desk that is archived and kept in a journal")
struct JournalTests {
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func journal(of person: Person, in folder: URL) throws -> Journal {
    let journal = try Journal(
      of: person.flow, at: folder.appendingPathComponent("notes.journal").path, durability: .everyTurn)
    try journal.record(person.desk.recordable)
    try journal.start()
    return journal
  }

  @Test("Of an archive and a newer journal the journal is right, and what listens is told")
  func newer() async throws {
    try await inFolder { folder in
      let archives = MemoryArchives()
      let person = Person(archives: archives)
      let journal = try journal(of: person, in: folder)
      person.desk.saveDraft(of: "new note", Draft(title: "Mi"))
      person.desk.prefer { $0.order = $0.order.next }
      try await person.desk.save()
      person.desk.saveDraft(of: "new note", Draft(title: "Milk"))
      try journal.close()

      let later = Person(archives: MemoryArchives(archives.contents))
      var shown: [String?] = []
      later.desk.flask.reactor(attachedTo: later, mixing: later.desk.drafts)
        .on(\Drafts.drafts["new note"]) { shown.append($1.newValue()?.title) }
      #expect(later.desk.draft(of: "new note")?.title == "Mi")
      let second = try self.journal(of: later, in: folder)
      #expect(later.desk.draft(of: "new note")?.title == "Milk" && shown == ["Milk"])
      #expect(later.desk.preferences.state.order == .oldestFirst && later.sentences.isEmpty)
      try second.close()
    }
  }

  @Test("When the journal is gone, what was archived is there, and a new journal begins with it")
  func gone() async throws {
    try await inFolder { folder in
      let archives = MemoryArchives()
      let person = Person(archives: archives)
      let first = try journal(of: person, in: folder)
      person.desk.prefer { $0.order = $0.order.next }
      try await person.desk.save()
      try first.close()
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        try FileManager.default.removeItem(at: file)
      }

      let later = Person(archives: archives)
      let second = try journal(of: later, in: folder)
      #expect(later.desk.preferences.state.order == .oldestFirst)
      try second.close()
      // Now the archive is gone.
      let last = Person()
      let third = try journal(of: last, in: folder)
      #expect(last.desk.preferences.state.order == .oldestFirst)
      try third.close()
    }
  }

  @Test("The kinds have the names that they keep for ever")
  func kinds() async throws {
    try await inFolder { folder in
      let person = Person()
      let journal = try journal(of: person, in: folder)
      person.desk.follow(ItemID(.users, 1), to: ItemID(.users, 2))
      try journal.close()
      let reader = try JournalReader(at: folder.appendingPathComponent("notes.journal").path)
      var text = ""
      for try await turn in reader.turns() where turn.store == "desk" { text += turn.message?.json() ?? "" }
      #expect(text.contains(#""kind":"preferences""#) && text.contains(#""kind":"drafts""#), "\(text)")
    }
  }
}
