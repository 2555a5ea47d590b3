import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("Exchange: every line that is read can be written")
@FaultsActor
struct ExchangeLawTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  /// Returns a line with a small change: a byte is removed, doubled or replaced, or a value is replaced.
  private func changed(_ line: String, _ story: inout ExchangeStory) -> String {
    var bytes = Array(line.utf8)
    let place = story.number(bytes.count)
    switch story.number(6) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(bytes[place], at: place)
    case 2: bytes[place] = Array("0123456789-.eE\"[]{}:,ntf".utf8)[story.number(24)]
    case 3:
      return line.replacing(#""sent""#, with: [#"{"turn":0}"#, #"{"effect":1,"turn":0}"#][story.number(2)])
    case 4:
      return line.replacing(
        #":1,"#, with: [":0,", ":-1,", ":9223372036854775807,", ":1.0,"][story.number(4)])
    default: return line.replacing("true", with: ["false", "null", "1"][story.number(3)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ text: String, _ header: ExportHeader?) -> ExportLine? {
    var reading = header.map { LineReading($0) } ?? LineReading()
    let source = ByteSource(Array(text.utf8))
    source.beginLine(after: 0)
    guard let members = try? LineMembers(source, limit: 1 << 20) else { return nil }
    return try? reading.line(members)
  }

  private func written(_ line: ExportLine, _ header: ExportHeader) throws -> String {
    var names = RowNames()
    for (place, store) in header.stores.enumerated() { names.stores[Int64(place + 1)] = store }
    for (place, kind) in header.kinds.enumerated() { names.kinds[Int64(place + 1)] = kind }
    var writing = LineWriting(names: names)
    var bytes: [UInt8] = []
    _ = try LineOutput { bytes += $0 }.write(writing.members(line), after: 0)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  @Test("and reads as what was written, also if the line was changed", arguments: 0..<4)
  func law(seed: UInt64) throws {
    var story = ExchangeStory(seed: seed)
    try story.write(to: folder.file(), id: "story", turns: 20).close()
    var export: [UInt8] = []
    try JournalReader(at: folder.file()).exportJournal(options: ExportOptions(snapshots: .all)) {
      export += $0
    }
    let lines = String(decoding: export, as: UTF8.self).split(separator: "\n").map(String.init)
    guard case .header(let header)? = read(lines[0], nil) else {
      Issue.record("no header: \(lines[0])")
      return
    }
    var count = 0
    for line in lines {
      let isHeader = line == lines[0]
      for attempt in 0..<12 {
        let text = attempt == 0 ? line : changed(line, &story)
        guard let found = read(text, isHeader ? nil : header) else {
          #expect(attempt > 0, "seed \(seed): \(text)")
          continue
        }
        count += 1
        let own: ExportHeader = if case .header(let header) = found { header } else { header }
        let again = try written(found, own)
        #expect(read(again, isHeader ? nil : header) == found, "seed \(seed): \(text)\n\(again)")
      }
    }
    #expect(count > 2 * lines.count, "seed \(seed): \(count) of \(lines.count)")
  }
}
