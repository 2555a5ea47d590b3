import Foundation
import Millrace
import Testing

@testable import MillraceJournal

/// An export that succeeds can be imported.
@Suite("Exchange: what is exported can be imported")
@FaultsActor
struct ExchangeLimitTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  /// Exports, imports and exports again; the two exports must be the same.
  private func goRound(_ name: String = "a.journal") throws {
    let options = ExportOptions(snapshots: .all)
    try JournalReader(at: folder.file(name)).exportJournal(to: folder.file("1.jsonl"), options: options)
    try JournalImport.run(from: folder.file("1.jsonl"), to: folder.file("copy.journal"))
    try JournalReader(at: folder.file("copy.journal"))
      .exportJournal(to: folder.file("2.jsonl"), options: options)
    #expect(
      FileManager.default.contentsEqual(atPath: folder.file("1.jsonl"), andPath: folder.file("2.jsonl")))
    #expect(try JournalReader(at: folder.file("copy.journal")).verify().findings.isEmpty)
  }

  @Test("A state of many thousand notes, and a message of them, go out and come back")
  func manyNotes() throws {
    let writer = try RowWriter(folder.file())
    let notes = ExchangeLarge.notes(3_000)
    try writer.snapshot(0, "notes", .object([]))
    try writer.turn(1, "notes", notes)
    try writer.snapshot(1, "notes", notes)
    try writer.task("k", asked: 1, request: notes)
    try writer.writeMark()
    writer.close()
    try goRound()
    let copy = try JournalReader(at: folder.file("copy.journal"))
    #expect(try copy.snapshot(of: "notes", at: 1) == notes)
    #expect(try copy.turn(1)?.message == notes)
  }

  @Test("An object of many keys, of which two only look alike, goes out and comes back")
  func manyKeys() throws {
    let writer = try RowWriter(folder.file())
    var members = (0..<5_000).map { JournalValue.Member(key: "key \($0)", value: .integer(Int64($0))) }
    members.append(.init(key: "caf\u{E9}", value: .text("caf\u{E9}")))
    members.append(.init(key: "cafe\u{301}", value: .text("cafe\u{301}")))
    try writer.snapshot(0, "notes", .object(members))
    try writer.writeMark()
    writer.close()
    try goRound()
    let state = try JournalReader(at: folder.file("copy.journal")).snapshot(of: "notes", at: 0)
    #expect(state == .object(members))
    #expect(state?["caf\u{E9}"] == .text("caf\u{E9}"))
    #expect(state?["cafe\u{301}"] == .text("cafe\u{301}"))
  }

  @Test("Names and keys that are equal for Unicode and not for SQLite go out and come back")
  func canonicallyEqual() throws {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    #expect(one == two)
    let writer = try RowWriter(folder.file())
    for (turn, name) in [(1, one), (2, two)] as [(UInt64, String)] {
      try writer.turn(turn, name, .text(name), kind: (name, 1))
      try writer.snapshot(turn, name, .text(name))
      try writer.task(name, asked: turn)
    }
    try writer.writeMark()
    writer.close()
    try goRound()
    let copy = try JournalReader(at: folder.file("copy.journal"))
    let scalars = { (texts: [String]) in texts.map { $0.unicodeScalars.count } }
    #expect(scalars(try copy.turns().all().map(\.store)) == [4, 5])
    #expect(scalars(try copy.tasks().map(\.key)) == [4, 5])
    // The durable effects are of a third one, `notes`.
    #expect(scalars(try copy.info().stores.map(\.store)) == [4, 5, 5])
    #expect(try copy.snapshot(of: one, at: 1) == .text(one))
    #expect(try copy.snapshot(of: one, at: 2) == nil)
    // What only looks alike is a difference.
    let other = try RowWriter(folder.file("other"))
    try other.turn(1, two, .text(two), kind: (two, 1))
    try other.turn(2, one, .text(one), kind: (one, 1))
    other.close()
    let difference = try copy.compare(JournalReader(at: folder.file("other")))
    #expect(difference?.aspects == [.store, .message])
  }

  @Test("A value that grows beyond what a row has room for is not exported, and salvage leaves it out")
  func tooLarge() throws {
    let writer = try RowWriter(folder.file())
    try writer.snapshot(0, "notes", .null)
    try writer.turn(1, "notes", .bytes([UInt8](repeating: 7, count: 900)))
    try writer.turn(2, "notes", .text("small"))
    try writer.task("k", asked: 1, request: .bytes([UInt8](repeating: 7, count: 900)))
    try writer.writeMark()
    writer.close()
    let reader = try JournalReader(at: folder.file())
    // As base64 the message has 1,200 bytes and 3 for its length.
    var options = ExportOptions()
    options.valueLimit = 1_203
    try reader.exportJournal(to: folder.file("whole.jsonl"), options: options)
    options.valueLimit = 1_202
    let error = #expect(throws: JournalError.self) {
      try reader.exportJournal(to: folder.file("b.jsonl"), options: options)
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains(
        "Turn 1 cannot be exported: needs 1203 bytes when it is imported, but a row of SQLite can have at most 1202"
      ))
    #expect(folder.names.filter { $0.hasPrefix("b.") }.isEmpty)
    options.salvage = true
    let summary = try reader.exportJournal(to: folder.file("b.jsonl"), options: options)
    #expect((summary.turns, summary.tasks, summary.gaps) == (1, 0, 1))
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("b.journal"))
    let salvaged = try JournalReader(at: folder.file("b.journal"))
    #expect(try salvaged.gaps().map { [$0.after, $0.until] } == [[0, 2]])
    #expect(try salvaged.turns().all().map(\.sequence) == [2])
  }

  @Test("A journal whose end is missing is not exported without saying so")
  func missingEnd() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.writeMark()
    try writer.execute("DELETE FROM turns WHERE sequence > 25; DELETE FROM snapshots WHERE sequence > 25")
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(throws: JournalError.lost(path: folder.file(), acknowledged: 30, found: 25)) {
      try reader.exportJournal(to: folder.file("b.jsonl"))
    }
    #expect(folder.names.filter { $0.hasPrefix("b.") }.isEmpty)
    let summary = try reader.exportJournal(to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    #expect(summary.turns == 25 && summary.gaps == 1)
    #expect(summary.findings.contains { $0.text.contains("those up to 30") })
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("b.journal"))
    #expect(
      try JournalReader(at: folder.file("b.journal")).gaps().map { [$0.after, $0.until] } == [[25, 31]])
  }

  @Test("A journal whose names or gaps were changed, or that lacks turns inside, is not exported")
  func missingInside() throws {
    for (name, change) in [
      ("seal", "DELETE FROM gaps"), ("inside", "DELETE FROM turns WHERE sequence = 7"),
    ] {
      let writer = try RowWriter.sample(folder.file(name), turns: 10)
      try writer.gap(after: 10, until: 20)
      try writer.turn(20)
      try writer.writeMark()
      try writer.execute(change)
      writer.close()
      let error = #expect(throws: JournalError.self) {
        try JournalReader(at: folder.file(name)).exportJournal(to: folder.file("b.jsonl"))
      }
      guard case .damaged? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("A name that salvage would give and that is taken is given to none twice")
  func lostNames() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1, "lost store 2")
    try writer.turn(2, "books")
    try writer.execute("DELETE FROM stores WHERE name = 'books'")
    writer.close()
    try JournalReader(at: folder.file())
      .exportJournal(to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("b.journal"))
    #expect(
      try JournalReader(at: folder.file("b.journal")).turns().all().map(\.store)
        == ["lost store 2", "lost store 2'"])
  }

  @Test("Numbers that an import would refuse are not exported")
  func negativeNumbers() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1)
    try writer.turn(2, cause: (3, -1, 1))
    try writer.turn(3)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(throws: JournalError.self) { try reader.exportJournal(to: folder.file("b.jsonl")) }
    try reader.exportJournal(to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("b.journal"))
    #expect(try JournalReader(at: folder.file("b.journal")).turns().all().map(\.sequence) == [1, 3])
  }
}

/// Large values.
enum ExchangeLarge {
  /// A state of so many notes, about 250 bytes each.
  static func notes(_ count: Int) -> JournalValue {
    .object([
      .init(
        key: "notes",
        value: .array(
          (0..<count).map { number in
            .object([
              .init(key: "id", value: .integer(Int64(number))),
              .init(key: "title", value: .text("The title of note \(number), \"quoted\"")),
              .init(key: "body", value: .text(String(repeating: "Text \(number) \u{FC}\n", count: 12))),
              .init(key: "isDone", value: .bool(number % 2 == 0)),
              .init(key: "weight", value: .float(Double(number) / 8)),
            ])
          }))
    ])
  }
}
