extension JournalValue {
  /// Reads a value from JSON (RFC 8259), strictly.
  ///
  /// Numbers without a point and an exponent are whole numbers, and must fit into 64 bits. Memory is bounded by the
  /// length of the text.
  ///
  /// - Parameter json: One whole value, and nothing but white space around it.
  /// - Throws: ``JournalCodingError``; among others for keys that stand twice in an object, for lone surrogates, and
  ///   for a nesting deeper than ``nestingLimit``.
  public init(json: String) throws(JournalCodingError) {
    try self.init(json: Array(json.utf8))
  }

  /// Reads a value from JSON (RFC 8259) in UTF-8, strictly; see ``init(json:)-(String)``.
  ///
  /// - Parameter json: One whole value, and nothing but white space around it.
  /// - Throws: ``JournalCodingError``.
  public init(json: [UInt8]) throws(JournalCodingError) {
    var reading = JSONReading(bytes: json)
    self = try reading.value()
  }
}

/// The reading of one value.
struct JSONReading {
  let bytes: [UInt8]
  private var place = 0
  private var stack = ValueStack()

  init(bytes: [UInt8], nestingLimit: Int = JournalValue.nestingLimit) {
    self.bytes = bytes
    stack.nestingLimit = nestingLimit
  }

  /// The value; nothing but white space may follow.
  mutating func value() throws(JournalCodingError) -> JournalValue {
    while stack.result == nil { try step() }
    skipSpace()
    guard place == bytes.count else { throw error(place, "something stands behind the end of the value") }
    return stack.result ?? .null
  }

  /// Reads a value, or the beginning or end of an array or object, with the comma and the key before it.
  private mutating func step() throws(JournalCodingError) {
    skipSpace()
    if stack.depth > 0 {
      if peek == UInt8(ascii: stack.isInObject ? "}" : "]") {
        place += 1
        stack.end()
        return
      }
      if stack.count > 0 {
        guard take(UInt8(ascii: ",")) else {
          throw error(place, "a comma or the end of the \(stack.isInObject ? "object" : "array") is missing")
        }
        skipSpace()
      }
      if stack.isInObject { try key() }
    }
    try item()
  }

  private mutating func key() throws(JournalCodingError) {
    let start = place
    guard peek == UInt8(ascii: "\"") else { throw error(place, "a key in quotation marks is missing") }
    let key = try text()
    guard stack.take(key: key) else { throw error(start, "the key `\(key)` stands there twice") }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw error(place, "the colon behind a key is missing") }
    skipSpace()
  }

  private mutating func item() throws(JournalCodingError) {
    let start = place
    guard let byte = peek else { throw error(start, "the text ends before the value does") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard stack.begin(isObject: byte == UInt8(ascii: "{")) else {
        throw error(start, "values are nested deeper than \(stack.nestingLimit)")
      }
      place += 1
    case UInt8(ascii: "\""): stack.take(.text(try text()))
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): stack.take(try number())
    default: throw error(start, "no value begins so")
    }
  }

  private mutating func word(_ word: String, _ value: JournalValue) throws(JournalCodingError) {
    guard bytes[place...].starts(with: word.utf8) else { throw error(place, "no value begins so") }
    place += word.utf8.count
    stack.take(value)
  }

  private mutating func number() throws(JournalCodingError) -> JournalValue {
    let start = place
    let isNegative = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isFloat = false
    if take(UInt8(ascii: ".")) {
      isFloat = true
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isFloat = true
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    if let byte = peek, byte == UInt8(ascii: ".") || (48...57).contains(byte) {
      throw error(place, "a number cannot go on so")
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isFloat {
      guard let float = Double(text), float.isFinite else {
        throw error(start, "the number is greater than a float can be")
      }
      return .float(float)
    }
    if let integer = Int64(text) { return .integer(integer) }
    if !isNegative, let integer = UInt64(text) { return .unsigned(integer) }
    throw error(start, "a whole number lies between \(Int64.min) and \(UInt64.max)")
  }

  private mutating func digits() throws(JournalCodingError) {
    let start = place
    while let byte = peek, (48...57).contains(byte) { place += 1 }
    if place == start { throw error(place, "a digit is missing") }
  }

  private mutating func text() throws(JournalCodingError) -> String {
    place += 1
    let start = place
    var copied: [UInt8] = []
    var from = start
    while true {
      guard let byte = peek else { throw error(place, "the text ends before its quotation mark") }
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 { throw error(place, "a control character is not escaped") }
      if byte == UInt8(ascii: "\\") {
        copied += bytes[from..<place]
        try escape(into: &copied)
        from = place
      } else {
        place += 1
      }
    }
    if from == start {
      guard let text = String(validating: bytes[start..<place], as: UTF8.self) else {
        throw error(start, "the text is no valid UTF-8")
      }
      place += 1
      return text
    }
    copied += bytes[from..<place]
    guard let text = String(validating: copied, as: UTF8.self) else {
      throw error(start, "the text is no valid UTF-8")
    }
    place += 1
    return text
  }

  private mutating func escape(into copied: inout [UInt8]) throws(JournalCodingError) {
    let start = place
    place += 1
    guard let byte = peek else { throw error(start, "the text ends before its quotation mark") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): copied.append(byte)
    case UInt8(ascii: "b"): copied.append(0x08)
    case UInt8(ascii: "f"): copied.append(0x0C)
    case UInt8(ascii: "n"): copied.append(0x0A)
    case UInt8(ascii: "r"): copied.append(0x0D)
    case UInt8(ascii: "t"): copied.append(0x09)
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xD800..<0xDC00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw error(start, "half of a character stands alone")
        }
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else { throw error(start, "half of a character stands alone") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error(start, "half of a character stands alone") }
      copied += Array(Character(scalar).utf8)
    default: throw error(start, "there is no such escape")
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(JournalCodingError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error(place, "an escape has four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private func error(_ offset: Int, _ reason: String) -> JournalCodingError {
    JournalCodingError(format: .json, offset: offset, reason: reason)
  }
}
