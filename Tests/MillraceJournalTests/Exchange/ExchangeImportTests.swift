import Foundation
import Millrace
import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("Exchange: refusing exports")
@FaultsActor
struct ExchangeImportTests {
  let folder: ReadingFolder
  private let lines: [String]

  init() throws {
    folder = try ReadingFolder()
    let writer = try RowWriter.sample(folder.file(), turns: 4)
    try writer.event(after: 2)
    try writer.gap(after: 4, until: 6)
    try writer.turn(6)
    try writer.task("k", asked: 1)
    writer.close()
    var text: [UInt8] = []
    try JournalReader(at: folder.file()).exportJournal { text += $0 }
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func error(_ lines: [String], isSealed: Bool = true) throws -> JournalError? {
    var lines = lines
    if isSealed, let end = lines.last, end.contains("\"end\"") {
      // The flaw must be found by itself, and not because the checksum is.
      let sum = lines.dropLast().reduce(0) { Checksum64.of(Array($1.utf8), seed: $0) }
      let start = try #require(end.range(of: "\"checksum\":\""))
      lines[lines.count - 1] = end[..<start.upperBound] + ExportLine.digits(sum) + "\"}"
    }
    let text = lines.joined(separator: "\n") + "\n"
    try folder.write(Array(text.utf8), to: "b.jsonl")
    let before = folder.names
    defer { #expect(folder.names == before) }
    do {
      try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("b.journal"))
      try folder.remove("b.journal")
      try folder.remove("b.journal-mark")
      return nil
    } catch let error as JournalError {
      return error
    }
  }

  @Test("The export that the others are made of is sound")
  func sound() throws {
    #expect(lines.count == 12)
    #expect(try error(lines, isSealed: false) == nil)
    #expect(try error(lines) == nil)
  }

  @Test(
    "A line that is changed is refused, with its number and the reason",
    arguments: [
      (4, #""turn":1"#, #""turn":0"#, "`turn` is 0, but must not be less than 1"),
      (5, #""turn":2"#, #""turn":1"#, "the line is out of order"),
      (4, #""store":"notes""#, #""store":"nobody""#, "the store `nobody` is not among `stores`"),
      (4, #""version":1"#, #""version":9"#, "the kind note@9 is not among `kinds`"),
      (4, #""cause":"sent""#, #""cause":"known""#, "`cause` is not an object"),
      (4, #""cause":"sent""#, #""cause":{"turn":1,"x":1}"#, "the key `x` is unknown"),
      (4, #""cause":"sent""#, #""cause":"sent","more":1"#, "the key `more` is unknown"),
      (4, #""cause":"sent""#, #""handled":true"#, "`cause` is missing"),
      (4, #""message":"message 1","#, "", "`kind` and `message` do not occur together"),
      (4, #""cause":"sent""#, #""cause":"sent","effects":[{}]"#, "has an event without a `kind`"),
      (4, "{", "", "the value is not an object, at byte 0"),
      (4, "}", "", "is missing"),
      (6, #""kind":"finished""#, #""kind":"finish""#, "has an event of the unknown kind `finish`"),
      (6, #""after":2"#, #""after":1"#, "the line is out of order"),
      (9, #""until":6"#, #""until":4"#, "the gap ends before it begins"),
      (9, #""until":6"#, #""until":7"#, "turn 6 is inside a gap"),
      (11, #""status":"open""#, #""status":"lost""#, "the status `lost` is not known"),
      (11, #""status":"open""#, #""status":"failed""#, "`ended` is missing, but the status is `failed`"),
      (12, #""turns":5"#, #""turns":6"#, "the last line counts 6 turns, but there are 5"),
      (12, #""end":11"#, #""end":12"#, "the last line counts 12 lines, but there are 11"),
      (1, #""format":1"#, #""format":2"#, "it has format 2, but only format 1 is supported"),
      (1, #""stores":["notes","#, #""stores":["notes","notes","#, "`stores` has `notes` twice"),
      (1, #""flow":"main","#, "", "`flow` is missing"),
      (1, #""id":"11""#, #""id":"11","first":3"#, "turn 1 is there, but turns up to 3 were removed"),
    ])
  func changed(_ number: Int, _ old: String, _ new: String, _ reason: String) throws {
    var lines = lines
    let range = try #require(lines[number - 1].range(of: old))
    lines[number - 1].replaceSubrange(range, with: new)
    let error = try error(lines)
    guard case .line(let line, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(reason), "line \(line): \(found)")
    #expect(line >= number || number > 11)
  }

  @Test("A line that is missing, twice, or in another place is refused, whatever its checksum says")
  func moved() throws {
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      #expect(try error(fewer) != nil, "without line \(index + 1)")
      #expect(try error(Array(lines[..<index])) != nil, "up to line \(index)")
      var more = lines
      more.insert(lines[index], at: index)
      #expect(try error(more) != nil, "line \(index + 1) twice")
    }
    for index in lines.indices.dropFirst() {
      var other = lines
      other.swapAt(index, index - 1)
      #expect(try error(other) != nil, "line \(index + 1) before the one before")
    }
  }

  @Test("Any changed byte is refused")
  func flipped() throws {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for place in stride(from: 0, to: bytes.count - 1, by: 31) {
      for bit in [1, 8, 64, 128] as [UInt8] {
        var changed = bytes
        changed[place] ^= bit
        try folder.write(changed, to: "c.jsonl")
        #expect(throws: JournalError.self, "byte \(place), bit \(bit)") {
          try JournalImport.validate(folder.file("c.jsonl"))
        }
      }
    }
  }

  @Test("A value that no row has room for is refused before it is read whole")
  func largeValue() throws {
    var blocks = 0
    let header = Array((lines[0] + "\n").utf8)
    let begin = Array(#"{"turn":1,"time":0,"store":"notes","kind":"note","version":1,"message":""#.utf8)
    let source = ByteSource {
      blocks += 1
      return blocks == 1 ? header + begin : [UInt8](repeating: 65, count: 1 << 16)
    }
    var check = ImportCheck(limit: 1 << 20)
    _ = try check.take(source)
    let error = #expect(throws: RowFlaw.self) { try check.take(source) }
    #expect(
      error?.reason.contains("more than 1048576 bytes, which is the maximum of a value in SQLite") == true)
    #expect(blocks < 20)
  }

  @Test("Nesting without end is refused")
  func nesting() throws {
    var lines = lines
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    lines[3] = lines[3].replacing("\"message 1\"", with: deep)
    guard case .line(4, _)? = try error(lines) else {
      Issue.record("it was taken")
      return
    }
  }
}
