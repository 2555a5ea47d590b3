import Millrace
import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("Coding: values that are not made")
struct CodingTranscriptTests {
  private func transcript(_ bytes: [UInt8]) throws -> (json: String, size: Int, pieces: Int) {
    var output: [UInt8] = []
    var pieces = 1
    let size = try bytes.withUnsafeBytes { bytes in
      var transcript = CBORTranscript(bytes)
      while try transcript.write(to: &output) { pieces += 1 }
      return transcript.size
    }
    return (String(decoding: output, as: UTF8.self), size, pieces)
  }

  @Test(
    "What is written of CBOR is what the value writes, and takes as much room as it is said",
    arguments: 0..<40)
  func law(_ seed: UInt64) throws {
    var story = ExchangeStory(seed: seed)
    for _ in 0..<25 {
      let value = story.value()
      let (json, size, _) = try transcript(value.cbor())
      #expect(ExactText(json) == ExactText(value.json()), "seed \(seed)")
      #expect(size == (try JournalValue(json: json).cbor().count), "seed \(seed)")
    }
  }

  @Test("Damaged bytes are refused, and with them whatever their value refuses", arguments: 0..<40)
  func damage(_ seed: UInt64) throws {
    var story = ExchangeStory(seed: seed)
    for _ in 0..<40 {
      var bytes = JournalValue.array([story.value(), story.value()]).cbor()
      for _ in 0..<(1 + story.number(3)) { bytes[story.number(bytes.count)] = UInt8(story.number(256)) }
      let value = Result { try JournalValue(cbor: bytes) }
      let size = Result { try bytes.withUnsafeBytes { try CBORTranscript.check($0) } }
      switch (value, size) {
      case (.success(let value), .success):
        #expect(ExactText(try transcript(bytes).json) == ExactText(value.json()), "\(bytes)")
      case (.failure(let one as JournalCodingError), .failure(let other as JournalCodingError)):
        #expect(one == other || other.reason.hasPrefix("a key is divided into parts"), "\(bytes)")
      case (.success, .failure(let error as JournalCodingError)):
        #expect(error.reason.hasPrefix("a key is divided into parts"), "\(bytes)")
      default: Issue.record("seed \(seed): \(value) \(size)")
      }
    }
  }

  @Test("A large value comes in pieces, and a long text in parts of characters")
  func pieces() throws {
    let text = String(repeating: "\u{FC}\u{1D11E}\n\"x", count: 60_000)
    let value = JournalValue.object([
      .init(key: "text", value: .text(text)),
      .init(key: "bytes", value: .bytes((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })),
    ])
    let (json, size, pieces) = try transcript(value.cbor())
    #expect(ExactText(json) == ExactText(value.json()))
    #expect(pieces > 8)
    #expect(size == (try JournalValue(json: json).cbor().count))
  }

  @Test("A text that is no UTF-8 is found wherever it breaks")
  func invalid() {
    let good = Array(String(repeating: "\u{1D11E}", count: 40_000).utf8)
    #expect(good.withUnsafeBytes { UTF8Check.isValid($0) })
    for place in [0, 65_535, 65_536, 65_537, 131_072, good.count - 1] {
      var bad = good
      bad[place] = bad[place] == 0xF0 ? 0x80 : 0xF0
      #expect(!bad.withUnsafeBytes { UTF8Check.isValid($0) }, "\(place)")
    }
    #expect(![UInt8](repeating: 0x80, count: 70_000).withUnsafeBytes { UTF8Check.isValid($0) })
  }

  @Test("A sum of parts is the sum of the whole, however it is cut", arguments: 0..<20)
  func sums(_ seed: UInt64) {
    var story = ExchangeStory(seed: seed)
    let bytes = (0..<story.number(300)).map { _ in UInt8(story.number(256)) }
    var sum = Checksum64(seed: seed)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(story.number(70))
      part.withUnsafeBytes { sum.add($0) }
      rest = rest.dropFirst(part.count)
    }
    #expect(sum.value == Checksum64.of(bytes, seed: seed))
  }

  @Test("The sum of a large row is that of its bytes in a row")
  func largeRow() {
    let message = [UInt8](repeating: 3, count: 100_000)
    var sums = RowSum()
    let row = TurnRow(
      sequence: 1, time: 2, store: 3, type: 4, message: message, cause: 5, source: 6, asked: 7, unhandled: 8)
    let sum = row.sum(after: 9, &sums)
    var bytes: [UInt8] = []
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 100_000] as [Int64] {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    bytes += message
    withUnsafeBytes(of: Int64(-1).littleEndian) { bytes += $0 }
    #expect(sum == Checksum64.of(bytes, seed: 9))
  }
}
