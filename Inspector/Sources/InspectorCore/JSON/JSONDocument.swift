/// One JSON value in its bytes, checked once and then read in place.
///
/// Nothing is copied out of the bytes before it is asked for: a state of 100 MB costs one pass over it, and
/// no tree.
public struct JSONDocument: Hashable, Sendable {
  /// The maximum nesting depth of arrays and objects: 512, as in a journal.
  public static let nestingLimit = 512

  /// The whole text, in UTF-8.
  public let bytes: [UInt8]
  private let range: Range<Int>

  /// Checks a text: one value of RFC 8259, in valid UTF-8, surrounded by nothing but white space.
  ///
  /// - Throws: ``JSONFlaw``.
  public init(_ bytes: [UInt8]) throws(JSONFlaw) {
    self.bytes = bytes
    range = try JSONCheck(bytes).run()
  }

  /// Copies a part of a checked text, so that the whole need not be kept.
  public init(copying slice: JSONSlice) {
    bytes = Array(slice.json)
    range = bytes.indices
  }

  /// The value.
  public var root: JSONSlice { JSONSlice(bytes, range) }
}

/// The reason why bytes are not JSON.
public struct JSONFlaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the mistake.
  public let offset: Int
  /// The mistake, as the end of a sentence.
  public let reason: String

  /// A sentence about the mistake.
  public var description: String { "The text is not JSON at byte \(offset): \(reason)." }
}

/// A pass over a text that checks all of it.
private struct JSONCheck {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Checks the text, and returns the place of its value.
  consuming func run() throws(JSONFlaw) -> Range<Int> {
    skipSpace()
    let start = place
    // True for an object, false for an array.
    var open: [Bool] = []
    repeat {
      if let isObject = try begin() {
        guard open.count < JSONDocument.nestingLimit else {
          throw flaw("it is nested deeper than \(JSONDocument.nestingLimit) levels")
        }
        skipSpace()
        if !take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          open.append(isObject)
          if isObject { try key() }
          continue
        }
      }
      while let isObject = open.last {
        skipSpace()
        if take(UInt8(ascii: ",")) {
          skipSpace()
          if isObject { try key() }
          break
        }
        guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw flaw(isObject ? "`,` or `}` is missing" : "`,` or `]` is missing")
        }
        open.removeLast()
      }
    } while !open.isEmpty
    let end = place
    skipSpace()
    guard place == bytes.count else { throw flaw("something stands behind the value") }
    return start..<end
  }

  /// Reads a scalar, or the beginning of an array or object; returns true for an object, false for an array.
  private mutating func begin() throws(JSONFlaw) -> Bool? {
    skipSpace()
    guard place < bytes.count else { throw flaw("it ends where a value is missing") }
    switch bytes[place] {
    case UInt8(ascii: "{"):
      place += 1
      return true
    case UInt8(ascii: "["):
      place += 1
      return false
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw flaw("no value begins so")
    }
    return nil
  }

  private mutating func key() throws(JSONFlaw) {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw flaw("a name is missing") }
    try text()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw flaw("`:` is missing") }
  }

  private mutating func text() throws(JSONFlaw) {
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0x20..<0x80: place += 1
      case 0x80...: try scalar(byte)
      default: throw flaw("a text has a control character that is not escaped")
      }
    }
    throw flaw("a text has no end")
  }

  private mutating func escape() throws(JSONFlaw) {
    guard place + 1 < bytes.count else { throw flaw("a text has no end") }
    switch bytes[place + 1] {
    case UInt8(ascii: "u"):
      guard place + 6 <= bytes.count, bytes[(place + 2)..<(place + 6)].allSatisfy(Self.isHexDigit) else {
        throw flaw("`\\u` needs four hexadecimal digits")
      }
      place += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 2
    default: throw flaw("a text has an unknown escape")
    }
  }

  /// Reads a scalar of more than one byte, in its shortest form and no surrogate.
  private mutating func scalar(_ first: UInt8) throws(JSONFlaw) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard count > 0, place + count <= bytes.count, second.contains(bytes[place + 1]),
      bytes[(place + 2)..<(place + count)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw flaw("a text is not UTF-8") }
    place += count
  }

  private mutating func number() throws(JSONFlaw) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits()
    }
  }

  private mutating func digits() throws(JSONFlaw) {
    let start = place
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
    if place == start { throw flaw("a number has no digit") }
  }

  private mutating func word(_ word: StaticString) throws(JSONFlaw) {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: word) else { throw flaw("no value begins so") }
    place += word.count
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count, JSONSlice.isSpace(bytes[place]) { place += 1 }
  }

  private func flaw(_ reason: String) -> JSONFlaw { JSONFlaw(offset: place, reason: reason) }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
