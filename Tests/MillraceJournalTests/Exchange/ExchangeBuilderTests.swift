import Millrace
import MillraceJournal
import Testing

@Suite("Exchange: exports built from values")
@FaultsActor
struct ExchangeBuilderTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  private func builder(
    _ lines: Lines, stores: [String] = ["notes"], kinds: [SchemaKind] = [SchemaKind(name: "note", version: 1)]
  ) throws -> ExportBuilder {
    try ExportBuilder(flow: "shop", id: "ab", stores: stores, kinds: kinds) { lines.bytes += $0 }
  }

  private final class Lines { var bytes: [UInt8] = [] }

  @Test("what a reader reads gives the lines of the journal's own export", arguments: 0..<8)
  func sameLines(_ seed: UInt64) throws {
    // Tasks and the removal of turns are the journal's own.
    let writer = try ExchangeStory(seed: seed).write(to: folder.file())
    try writer.execute("DELETE FROM tasks")
    writer.close()
    let reader = try JournalReader(at: folder.file())
    var own: [UInt8] = []
    let summary = try reader.exportJournal(options: ExportOptions(snapshots: .all)) { own += $0 }

    let header = try JournalValue(json: Array(own.prefix { $0 != UInt8(ascii: "\n") }))
    guard case .array(let kinds)? = header["kinds"], case .text(let id)? = header["id"] else {
      Issue.record("the header is \(header)")
      return
    }
    let lines = Lines()
    let export = try ExportBuilder(
      flow: try reader.info().flow, id: id, stores: try reader.info().stores.map(\.store),
      kinds: kinds.compactMap { kind in
        guard case .text(let name)? = kind["name"], case .integer(let version)? = kind["version"] else {
          return nil
        }
        return SchemaKind(name: name, version: Int(version))
      }
    ) { lines.bytes += $0 }
    var gaps = try reader.gaps()[...]
    let stores = try reader.info().stores.map(\.store)
    let snapshots = try reader.snapshots().sorted {
      ($0.sequence, stores.firstIndex(of: $0.store) ?? 0) < (
        $1.sequence, stores.firstIndex(of: $1.store) ?? 0
      )
    }
    let turns = try all(reader)
    let ends = Set(turns.map(\.sequence) + snapshots.map(\.sequence) + gaps.map(\.after)).sorted()
    for place in ends {
      for turn in turns where turn.sequence == place { try export.add(turn) }
      for snapshot in snapshots where snapshot.sequence == place {
        let state = try #require(try reader.snapshot(of: snapshot.store, at: place))
        try export.addSnapshot(
          state, kind: snapshot.kind, of: snapshot.store, after: place, time: snapshot.time)
      }
      for event in try reader.events(after: place) where event.after == place { try export.add(event) }
      if let gap = gaps.first, gap.after == place { try export.add(gaps.removeFirst()) }
    }
    #expect(try export.finish() == summary, "seed \(seed)")
    // The story's events have their members in another order than a journal's, so that the checksum differs.
    let texts = [lines.bytes, own].map { bytes in
      String(decoding: bytes, as: UTF8.self)
        .replacing(#""reason":"newer","id":"7""#, with: #""id":"7","reason":"newer""#)
        .split(separator: "\n").dropLast()
    }
    #expect(texts[0].count == texts[1].count, "seed \(seed)")
    for (line, expected) in zip(texts[0], texts[1]) { #expect(line == expected, "seed \(seed)") }
    try folder.write(lines.bytes, to: "a.jsonl")
    #expect(try JournalImport.validate(folder.file("a.jsonl")) == summary, "seed \(seed)")
  }

  private func all(_ reader: JournalReader) throws -> [JournalTurn] {
    var turns: [JournalTurn] = []
    try reader.turns().forEach { turns.append($0) }
    return turns
  }

  @Test("a line that no import accepts is refused with its reason, and the export continues")
  func refusals() throws {
    let lines = Lines()
    let export = try builder(lines)
    func turn(
      _ number: UInt64, store: String = "notes", kind: String = "note", _ value: JournalValue
    ) -> JournalTurn {
      JournalTurn(
        sequence: number, time: Timestamp(sinceEpoch: .zero), store: store,
        kind: SchemaKind(name: kind, version: 1), message: value, cause: .sent)
    }
    var deep = JournalValue.null
    for _ in 0...JournalValue.nestingLimit { deep = .array([deep]) }
    try export.add(turn(2, .null))
    let wrong: [(JournalTurn, String)] = [
      (turn(2, .null), "the line is out of order"), (turn(1, .null), "the line is out of order"),
      (turn(3, store: "books", .null), "the store `books` is not among `stores`"),
      (turn(3, kind: "book", .null), "the kind book@1 is not among `kinds`"),
      (turn(.max, .null), "the number 18446744073709551615 is above 9223372036854775807"),
    ]
    for (turn, reason) in wrong {
      #expect(throws: JournalError.line(3, reason: reason)) { try export.add(turn) }
    }
    #expect(throws: JournalError.self) { try export.add(turn(3, deep)) }
    try export.add(turn(3, .text("x")))
    #expect(try export.finish().turns == 2)
    #expect(throws: JournalError.self) { try export.add(turn(4, .null)) }
    try folder.write(lines.bytes, to: "a.jsonl")
    #expect(try JournalImport.validate(folder.file("a.jsonl")).turns == 2)
  }

  @Test("a first line with a store or kind twice is refused")
  func headers() throws {
    let kind = SchemaKind(name: "note", version: 1)
    #expect(throws: JournalError.self) { try builder(Lines(), stores: ["a", "a"]) }
    #expect(throws: JournalError.self) { try builder(Lines(), kinds: [kind, kind]) }
    #expect(throws: JournalError.self) { try builder(Lines(), kinds: [SchemaKind(name: "note", version: 0)]) }
  }
}
