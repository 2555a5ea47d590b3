/// The members of a handshake's frame: texts, integers and lists of integers; others are read over.
///
/// Such a frame is small and comes from a peer that has proved nothing, so it is read without recursion.
struct HandshakeHead {
  private enum Member {
    case text(String)
    case integer(Int)
    case integers([Int])
    case other
  }

  private var members: [String: Member] = [:]
  private var rest: ArraySlice<UInt8>

  /// Reads a JSON object; nil if the bytes are not one.
  init?(_ bytes: [UInt8]) {
    rest = bytes[...]
    guard read() else { return nil }
    skipSpace()
    guard rest.isEmpty else { return nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let text) = members[name] { text } else { nil }
  }

  func integer(_ name: String) -> Int? {
    if case .integer(let number) = members[name] { number } else { nil }
  }

  func integers(_ name: String) -> [Int]? {
    if case .integers(let numbers) = members[name] { numbers } else { nil }
  }

  // MARK: Reading

  private mutating func read() -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    repeat {
      guard let name = string(), take(":"), let member = value(), members[name] == nil else { return false }
      members[name] = member
    } while take(",")
    return take("}")
  }

  private mutating func value() -> Member? {
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "["), UInt8(ascii: "{"): return list()
    default: return scalar()
    }
  }

  /// Reads an array or an object; the brackets inside are counted, not checked further.
  private mutating func list() -> Member? {
    var numbers: [Int] = []
    var isPlain = rest.first == UInt8(ascii: "[")
    var depth = 0
    repeat {
      skipSpace()
      switch rest.first {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        rest.removeFirst()
        if depth > 1 { isPlain = false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        rest.removeFirst()
      case UInt8(ascii: ","), UInt8(ascii: ":"): rest.removeFirst()
      case UInt8(ascii: "\""):
        if string() == nil { return nil }
        isPlain = false
      default:
        guard let item = scalar() else { return nil }
        if case .integer(let number) = item { numbers.append(number) } else { isPlain = false }
      }
    } while depth > 0
    return isPlain ? .integers(numbers) : .other
  }

  private mutating func scalar() -> Member? {
    let word = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    return Int(String(decoding: word, as: UTF8.self)).map { .integer($0) } ?? .other
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(escaped)
        case UInt8(ascii: "u"):
          guard let scalar = unit() else { return nil }
          bytes += Array(String(scalar).utf8)
        default: bytes.append(UInt8(ascii: " "))
        }
      case 0..<0x20: return nil
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// Reads the four digits of an escape; half of a pair becomes the replacement character.
  private mutating func unit() -> Unicode.Scalar? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    rest = rest[digits.endIndex...]
    return Unicode.Scalar(number) ?? "\u{FFFD}"
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
