import Foundation
import Testing

@testable import Flask

@Suite("What is in an archive")
struct ArchiveFormatTests {
  private let small = ArchiveCounter(
    counter: 7, title: "ä/\"\n", points: ["a.b": .init(x: -0.5)], tags: ["t"])

  private func encoded(_ state: some FlaskState, key: String = "key") throws -> [UInt8] {
    try ArchiveFormat.encode(state, key: key)
  }

  @Test("an archive gives back the state it was made of")
  func roundTrip() throws {
    #expect(try ArchiveFormat.decode(ArchiveCounter.self, encoded(small), key: "key") == small)
    let keys = ["", "\"\n\u{0}", "../x", "é", String(repeating: "k", count: 10_000)]
    for key in keys {
      #expect(try ArchiveFormat.decode(ArchiveCounter.self, encoded(small, key: key), key: key) == small)
    }
  }

  @Test("an archive is JSON in three lines, and the same state makes the same bytes")
  func layout() throws {
    let bytes = try encoded(ArchiveCounter(counter: 1, points: ["b": .init(), "a": .init(x: 2, name: "n")]))
    let text = String(decoding: bytes, as: UTF8.self)
    let state = #"{"counter":1,"points":{"a":{"name":"n","x":2},"b":{"x":0}},"tags":[],"title":""}"#
    let head = #""key":"key","name":"ArchiveCounter","type":"ArchiveCounter","version":1,"state":"#
    let rest = head + "\n" + state + "\n}\n"
    #expect(bytes == archiveBytes(rest: rest), "\(text)")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(json.keys.sorted() == ["crc32", "flask", "key", "name", "state", "type", "version"])
  }

  @Test("the checksum is the standard one")
  func checksum() {
    // The check value of the catalogue of parametrised checksums.
    #expect(CRC32.of(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(CRC32.of([]) == 0)
  }

  @Test("numbers that JSON does not have come back")
  func numbers() throws {
    struct Numbers: Flask.State {
      var values: [Double] = []
      var floats: [Float] = []
      var big: UInt64 = 0
      var small: Int64 = 0
      var date = Date(timeIntervalSinceReferenceDate: 0)
      var data = Data()
      var text = ""
    }
    let state = Numbers(
      values: [
        .infinity, -.infinity, .nan, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi,
      ], floats: [.infinity, .leastNonzeroMagnitude, 0.1, .greatestFiniteMagnitude], big: .max, small: .min,
      date: Date(timeIntervalSinceReferenceDate: 0.1), data: Data([0, 255, 10]), text: "\u{0}\u{2028}nan")
    let back = try ArchiveFormat.decode(Numbers.self, encoded(state), key: "key")
    // A NaN is not equal to itself, so its bits are compared, but for those that only tell one NaN from
    // another.
    #expect(back.values.map(\.isNaN) == state.values.map(\.isNaN))
    #expect(
      back.values.filter { !$0.isNaN }.map(\.bitPattern)
        == state.values.filter { !$0.isNaN }.map(\.bitPattern))
    #expect(back.floats.map(\.bitPattern) == state.floats.map(\.bitPattern))
    #expect(back.big == .max && back.small == .min && back.date == state.date)
    #expect(back.data == state.data && back.text == state.text)
  }

  @Test("a state that is no object is archived like any other")
  func fragments() throws {
    struct Alone: Flask.State, Equatable {
      var text = "x"
      init() {}
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    struct Empty: Flask.State, Equatable {}
    #expect(try ArchiveFormat.decode(Alone.self, encoded(Alone()), key: "key") == Alone())
    #expect(try ArchiveFormat.decode(Empty.self, encoded(Empty()), key: "key") == Empty())
  }

  @Test("an archive that is cut off anywhere is found out")
  func truncated() throws {
    let bytes = try encoded(small)
    for count in 0..<bytes.count {
      #expect(throws: ArchiveError.self, "\(count) bytes") {
        try ArchiveFormat.decode(ArchiveCounter.self, Array(bytes.prefix(count)), key: "key")
      }
    }
  }

  @Test("an archive with any one bit changed is found out, and so is one with anything after it")
  func flipped() throws {
    let bytes = try encoded(small)
    for index in bytes.indices {
      for bit in 0..<8 {
        var broken = bytes
        broken[index] ^= 1 << UInt8(bit)
        #expect(throws: ArchiveError.self, "bit \(bit) of byte \(index)") {
          try ArchiveFormat.decode(ArchiveCounter.self, broken, key: "key")
        }
      }
    }
    for tail in [[0], [10], [32], bytes] {
      #expect(throws: ArchiveError.self) {
        try ArchiveFormat.decode(ArchiveCounter.self, bytes + tail, key: "key")
      }
    }
  }

  @Test("random bytes, alone or behind a right beginning, are found out")
  func noise() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var generator = SeededRandom(seed)
    for round in 0..<2_000 {
      let noise = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: noise.filter { $0 < 128 }, as: UTF8.self)
      for bytes in [noise, archiveBytes(rest: text), archiveBytes(version: 1, text)] {
        #expect(throws: ArchiveError.self, "seed \(seed), round \(round)") {
          try ArchiveFormat.decode(ArchiveCounter.self, bytes, key: "key")
        }
      }
    }
  }

  @Test("what lies deeper than a decoder goes is refused on the way in and on the way out")
  func deep() throws {
    struct Tree: Flask.State, Equatable {
      var branches: [Tree] = []
    }
    func tree(_ depth: Int) -> Tree {
      (1..<depth).reduce(into: Tree()) { tree, _ in tree = Tree(branches: [tree]) }
    }
    // A level of the tree is an object and an array.
    let deepest = tree(JSONNesting.deepest / 2)
    #expect(try ArchiveFormat.decode(Tree.self, encoded(deepest), key: "key") == deepest)
    let error = #expect(throws: ArchiveError.self) { try encoded(tree(JSONNesting.deepest / 2 + 1)) }
    #expect(
      error
        == .cannotEncode(
          key: "key", reason: "it is nested deeper than 500 levels, which cannot be decoded"))
    for bracket in ["[", "{\"a\":"] {
      let text = String(repeating: bracket, count: 100_000)
      for bytes in [archiveBytes(version: 1, text), archiveBytes(rest: text + "\n{}\n}\n")] {
        #expect(throws: ArchiveError.self) {
          try ArchiveFormat.decode(ArchiveCounter.self, bytes, key: "key")
        }
      }
    }
    // Brackets in a text are not nested.
    let text = ArchiveCounter(title: String(repeating: "[\\\"{", count: 10_000))
    #expect(try ArchiveFormat.decode(ArchiveCounter.self, encoded(text), key: "key") == text)
  }

  @Test("a state that cannot be encoded says why")
  func unencodable() {
    struct Stubborn: Flask.State {
      struct Refusal: Error, CustomStringConvertible { var description: String { "not today." } }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    let error = #expect(throws: ArchiveError.self) { try encoded(Stubborn()) }
    #expect(
      error?.description == """
        The state of `key` could not be encoded: not today. The earlier archive is still there; change the state's \
        properties, or their encoding.
        """)
  }

  @Test("what is wrong with an archive is said in words")
  func reasons() {
    func reason(_ bytes: [UInt8]) -> String? {
      do { return "\(try ArchiveFormat.decode(ArchiveCounter.self, bytes, key: "key"))" } catch {
        guard case .unreadable("key", let reason, nil) = error else { return "\(error)" }
        return reason
      }
    }
    let good = #"{"counter":1,"points":{},"tags":["t"],"title":""}"#
    let type = "ArchiveCounter"
    #expect(reason([]) == "it is empty")
    #expect(reason(Array("hello".utf8)) == "it does not begin with a known archive header")
    #expect(
      reason(archiveBytes(version: 1, good).dropLast())
        == "its checksum is wrong, so it is incomplete or has been changed")
    #expect(
      reason(archiveBytes(key: "other", version: 1, good)) == "it is the archive of the key `other`")
    #expect(
      reason(archiveBytes(type: type, version: 1, #"{"counter":1}"#)) == """
        it has no `title`; a state with a new property needs a new `archiveVersion` and a migration
        """)
    let wrong = reason(
      archiveBytes(type: type, version: 1, good.replacingOccurrences(of: #""t""#, with: "2")))
    #expect(
      wrong?.hasPrefix("`tags.0` does not have the type that the state needs (") == true, "\(wrong ?? "")")
    #expect(reason(archiveBytes(rest: "no line")) != nil)
    #expect(reason(archiveBytes(rest: #""key":"key""# + "\n\n}\n")) == "it contains no state")
    #expect(reason(archiveBytes(rest: "\n}\n")) == "it contains no state")
  }
}
