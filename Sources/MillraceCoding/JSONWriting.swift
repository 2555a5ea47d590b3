extension JournalValue {
  /// Returns the value as JSON (RFC 8259).
  ///
  /// A float always has a point or an exponent and is as short as can be read back exactly. Infinities and
  /// values that are not a number are the texts `inf`, `-inf` and `nan`. Bytes are a text in base64. The
  /// compact form contains no line break.
  ///
  /// - Parameter pretty: True to put each part on a line of its own.
  public func json(pretty: Bool = false) -> String {
    var writing = JSONWriting(isPretty: pretty)
    writing.write(self)
    return String(decoding: writing.bytes, as: UTF8.self)
  }
}

/// A writer of one value.
struct JSONWriting {
  let isPretty: Bool
  private(set) var bytes: [UInt8] = []

  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func write(_ value: JournalValue) {
    var walk = ValueWalk(value)
    while true {
      let depth = walk.depth
      switch walk.next() {
      case .value(let value, let key, let isFirst):
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine(depth) }
        if let key {
          text(key)
          plain(isPretty ? ": " : ":")
        }
        item(value)
      case .end(let isObject, let isEmpty):
        if !isEmpty { breakLine(depth - 1) }
        bytes.append(UInt8(ascii: isObject ? "}" : "]"))
      case nil: return
      }
    }
  }

  private mutating func breakLine(_ depth: Int) {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func item(_ value: JournalValue) {
    switch value {
    case .null: plain("null")
    case .bool(let value): plain(value ? "true" : "false")
    case .integer(let value): plain(String(value))
    case .unsigned(let value): plain(String(value))
    case .float(let value) where value.isFinite: plain(value.description)
    case .float(let value): text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    case .text(let value): text(value)
    case .bytes(let value): text(Base64.text(value))
    case .array: bytes.append(UInt8(ascii: "["))
    case .object: bytes.append(UInt8(ascii: "{"))
    }
  }

  private mutating func plain(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { Self.escape(UnsafeRawBufferPointer($0), to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a part of a text, escaped as between quotation marks.
  static func escape(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var start = 0
    for place in 0..<text.count {
      let byte = text[place]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F { continue }
      bytes.append(contentsOf: text[start..<place])
      start = place + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      default: bytes += [0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
