import MillraceJournal
import Testing

@testable import InspectorCore

@Suite("Parts of JSON in their bytes")
struct JSONSliceTests {
  /// Builds a tree by the slices alone.
  private func tree(_ slice: JSONSlice) -> JournalValue {
    switch slice.form {
    case .null: return .null
    case .bool: return .bool(slice.bool ?? false)
    case .text: return .text(slice.text ?? "?")
    case .number:
      if let number = slice.integer { return .integer(number) }
      if let number = slice.unsigned { return .unsigned(number) }
      return .float(slice.double ?? .nan)
    case .array: return .array(slice.children.map { tree($0.value) })
    case .object: return .object(slice.children.map { .init(key: $0.name ?? "?", value: tree($0.value)) })
    }
  }

  @Test("slices see the value that a tree of it has, compact or on many lines", arguments: 0..<300)
  func sameTree(seed: UInt64) throws {
    var values = RandomValues(seed)
    let value = values.value()
    for isPretty in [false, true] {
      let document = try JSONDocument(Array(value.json(pretty: isPretty).utf8))
      #expect(tree(document.root) == value, "seed \(seed)")
    }
  }

  @Test("a path finds what walking the tree finds", arguments: 0..<300)
  func paths(seed: UInt64) throws {
    var values = RandomValues(seed &+ 1000)
    let value = values.value()
    let root = try JSONDocument(Array(value.json().utf8)).root
    var path: [JSONPathStep] = []
    var part = value
    while true {
      #expect(root[path].map(tree) == part, "seed \(seed)")
      switch part {
      case .array(let list) where !list.isEmpty:
        let index = list.indices.randomElement(using: &values.random) ?? 0
        path.append(.index(index))
        part = list[index]
      case .object(let members) where !members.isEmpty:
        guard let member = members.randomElement(using: &values.random) else { return }
        path.append(.key(member.key))
        part = member.value
      default: return
      }
    }
  }

  @Test("damaged JSON is refused wherever a strict reader refuses it, and never traps", arguments: 0..<300)
  func damage(seed: UInt64) throws {
    var values = RandomValues(seed &+ 2000)
    var bytes = Array(values.value().json().utf8)
    for _ in 0..<3 where !bytes.isEmpty {
      let place = bytes.indices.randomElement(using: &values.random) ?? 0
      switch Int.random(in: 0..<3, using: &values.random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &values.random)
      default: bytes.insert(UInt8.random(in: 0...255, using: &values.random), at: place)
      }
    }
    let strict = try? JournalValue(json: bytes)
    let document = try? JSONDocument(bytes)
    // The strict reader also refuses names that occur twice, lone surrogates, and numbers beyond 64 bits.
    if strict != nil { #expect(document.map { tree($0.root) } == strict, "seed \(seed)") }
    if let document { _ = tree(document.root) }
  }

  @Test(
    "hostile texts give a sentence",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "\"\u{1}\"", "01", "1.", "-", "nul", "[1]]", "\"\\x\"",
      "\"\\u12\"", "\"abc",
    ])
  func refused(text: String) {
    #expect(throws: JSONFlaw.self) { try JSONDocument(Array(text.utf8)) }
  }

  @Test("nesting is limited to 512 levels")
  func nesting() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSONDocument(Array(deepest.utf8))
    #expect(throws: JSONFlaw.self) { try JSONDocument(Array("[\(deepest)]".utf8)) }
    let hostile = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONFlaw.self) { try JSONDocument(hostile) }
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0xE2, 0x82]])
  func notUTF8(bytes: [UInt8]) {
    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    #expect(throws: JSONFlaw.self) { try JSONDocument(text) }
  }
}
