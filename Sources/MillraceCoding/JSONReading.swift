extension JournalValue {
  /// Reads a value from JSON (RFC 8259), strictly.
  ///
  /// Numbers without a point and an exponent are integers and must fit into 64 bits. Memory is bounded by the
  /// length of the text.
  ///
  /// - Parameter json: One whole value, surrounded by nothing but white space.
  /// - Throws: ``JournalCodingError``, also for keys that occur twice in an object, for lone surrogates, and
  ///   for nesting deeper than ``nestingLimit``.
  public init(json: String) throws(JournalCodingError) {
    try self.init(json: Array(json.utf8))
  }

  /// Reads a value from JSON (RFC 8259) in UTF-8, strictly; see ``init(json:)-(String)``.
  ///
  /// - Parameter json: One whole value, surrounded by nothing but white space.
  /// - Throws: ``JournalCodingError``.
  public init(json: [UInt8]) throws(JournalCodingError) {
    var reading = JSONReading(ByteSource(json))
    try reading.value()
    try reading.end()
    self = try JournalValue(cbor: reading.bytes)
  }
}

/// A reader of JSON that converts values to CBOR while it reads them.
///
/// It holds no more of the text than one block of its source.
package struct JSONReading: ~Copyable {
  /// An array or object whose end has not been read.
  private struct Open {
    /// The offset of its beginning in the output.
    let place: Int
    let isObject: Bool
    /// The number of values so far.
    var count = 0
  }

  /// The maximum number of digits in a number.
  ///
  /// A journal never writes more.
  private static let digitLimit = 10_000

  private let source: ByteSource
  private let limit: Int
  private var output = ByteBuffer()
  private var open: [Open] = []
  private var keys = KeySet()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - limit: The maximum size of a value in CBOR, in bytes.
  package init(_ source: ByteSource, limit: Int = .max) {
    self.source = source
    self.limit = limit
  }

  /// The values read so far as CBOR, valid until the next one is read.
  package var bytes: UnsafeRawBufferPointer { output.bytes }

  /// Returns the values read so far and removes them from the reader.
  package mutating func take() -> [UInt8] {
    defer { if output.count > 1 << 20 { output = ByteBuffer() } else { output.truncate(to: 0) } }
    return output.array
  }

  /// Reads one value and the white space before it.
  package mutating func value() throws(JournalCodingError) {
    skipSpace()
    repeat { try step() } while !open.isEmpty
  }

  // MARK: An object member by member

  /// Begins an object whose members are read one by one.
  package mutating func beginObject() throws(JournalCodingError) {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw error("the value is not an object") }
  }

  /// Reads the next key of the object; returns nil at its end.
  ///
  /// The caller then reads the key's value.
  ///
  /// - Parameters:
  ///   - isFirst: True for the first member.
  ///   - keyLimit: The maximum size of a key, in bytes.
  package mutating func nextKey(isFirst: Bool, keyLimit: Int) throws(JournalCodingError) -> String? {
    skipSpace()
    if take(UInt8(ascii: "}")) { return nil }
    if !isFirst {
      guard take(UInt8(ascii: ",")) else { throw error("a comma or the end of the object is missing") }
      skipSpace()
    }
    let start = source.offset
    guard source.peek == UInt8(ascii: "\"") else { throw error("a key in quotation marks is missing") }
    try text(limit: keyLimit, or: "the key is longer than any key of an export", at: start)
    let written = CBORBytes(bytes: output.bytes)
    let key = try written.textString(written.head(at: 0))
    output.truncate(to: 0)
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw error("the colon after a key is missing") }
    return key
  }

  // MARK: Parts

  /// Throws unless nothing but white space follows.
  package mutating func end() throws(JournalCodingError) {
    skipSpace()
    if source.peek != nil { throw error("there is text after the end of the value") }
  }

  /// Reads a scalar or the beginning or end of an array or object, with the comma and the key before it.
  private mutating func step() throws(JournalCodingError) {
    skipSpace()
    if let last = open.last {
      if source.peek == UInt8(ascii: last.isObject ? "}" : "]") {
        source.advance()
        return close()
      }
      if last.count > 0 {
        guard take(UInt8(ascii: ",")) else {
          throw error("a comma or the end of the \(last.isObject ? "object" : "array") is missing")
        }
        skipSpace()
      }
      if last.isObject { try key() }
      open[open.count - 1].count += 1
    }
    try item()
    if output.count > limit { throw tooLong }
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    if last.isObject { keys.end() }
    output.close(last.isObject ? .map : .array, at: last.place, count: last.count)
  }

  private mutating func key() throws(JournalCodingError) {
    let (start, place) = (source.offset, output.count)
    guard source.peek == UInt8(ascii: "\"") else { throw error("a key in quotation marks is missing") }
    try text(limit: limit)
    let written = CBORBytes(bytes: output.bytes)
    guard keys.insert(place, in: written) else {
      let key = try written.textString(written.head(at: place))
      throw error("the key `\(key)` occurs twice", at: start)
    }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw error("the colon after a key is missing") }
    skipSpace()
  }

  private mutating func item() throws(JournalCodingError) {
    guard let byte = source.peek else { throw error("the text ends before the value does") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < JournalValue.nestingLimit else {
        throw error("values are nested deeper than \(JournalValue.nestingLimit) levels")
      }
      let isObject = byte == UInt8(ascii: "{")
      source.advance()
      open.append(Open(place: output.count, isObject: isObject))
      if isObject { keys.begin() }
      output.open()
    case UInt8(ascii: "\""): try text(limit: limit)
    case UInt8(ascii: "t"):
      try word("true")
      output.bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      output.bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      output.null()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw error("this character does not begin a value")
    }
  }

  private mutating func word(_ word: StaticString) throws(JournalCodingError) {
    let start = source.offset
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else {
        throw error("this character does not begin a value", at: start)
      }
    }
  }

  private mutating func skipSpace() {
    while let byte = source.peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      source.advance()
    }
  }

  private func take(_ byte: UInt8) -> Bool {
    guard source.peek == byte else { return false }
    source.advance()
    return true
  }

  private var tooLong: JournalCodingError {
    error("a value needs more than \(limit) bytes, which is the maximum of a value in SQLite")
  }

  private func error(_ reason: String, at offset: Int? = nil) -> JournalCodingError {
    JournalCodingError(format: .json, offset: offset ?? source.offset, reason: reason)
  }
}

// MARK: - Numbers

extension JSONReading {
  private mutating func number() throws(JournalCodingError) {
    let start = source.offset
    var digits: [UInt8] = []
    let isNegative = move(UInt8(ascii: "-"), to: &digits)
    if !move(UInt8(ascii: "0"), to: &digits) { try moveDigits(to: &digits) }
    var isFloat = false
    if move(UInt8(ascii: "."), to: &digits) {
      isFloat = true
      try moveDigits(to: &digits)
    }
    if move(UInt8(ascii: "e"), to: &digits) || move(UInt8(ascii: "E"), to: &digits) {
      isFloat = true
      if !move(UInt8(ascii: "+"), to: &digits) { _ = move(UInt8(ascii: "-"), to: &digits) }
      try moveDigits(to: &digits)
    }
    if let byte = source.peek, byte == UInt8(ascii: ".") || (48...57).contains(byte) {
      throw error("this character cannot continue a number")
    }
    let text = String(decoding: digits, as: UTF8.self)
    if isFloat {
      guard let float = Double(text), float.isFinite else {
        throw error("the number is greater than the maximum of a floating-point number", at: start)
      }
      output.float(float)
    } else if let integer = Int64(text) {
      output.integer(integer)
    } else if !isNegative, let integer = UInt64(text) {
      output.head(.unsigned, integer)
    } else {
      throw error("the integer is not between \(Int64.min) and \(UInt64.max)", at: start)
    }
  }

  private func move(_ byte: UInt8, to digits: inout [UInt8]) -> Bool {
    guard take(byte) else { return false }
    digits.append(byte)
    return true
  }

  private func moveDigits(to digits: inout [UInt8]) throws(JournalCodingError) {
    let count = digits.count
    while let byte = source.peek, (48...57).contains(byte) {
      digits.append(byte)
      source.advance()
      if digits.count > Self.digitLimit { throw error("a number has more than \(Self.digitLimit) digits") }
    }
    if digits.count == count { throw error("a digit is missing") }
  }
}

// MARK: - Texts

extension JSONReading {
  private mutating func text(
    limit: Int, or reason: String? = nil, at offset: Int? = nil
  ) throws(JournalCodingError) {
    source.advance()
    let (start, place) = (source.offset, output.count)
    output.open()
    while true {
      source.plainText { output.append($0) }
      if output.count > limit { throw reason.map { error($0, at: offset) } ?? tooLong }
      // The block has ended; the plain text goes on in the next one.
      guard let byte = source.peek else { throw error("the text ends before its quotation mark") }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        try escape()
      } else if byte < 0x20 {
        throw error("a control character is not escaped")
      }
    }
    let count = output.count - place - 1
    guard UTF8Check.isValid(UnsafeRawBufferPointer(rebasing: output.bytes[(place + 1)...])) else {
      throw error("the text is not valid UTF-8", at: start)
    }
    source.advance()
    output.close(.text, at: place, count: count)
  }

  private mutating func escape() throws(JournalCodingError) {
    let start = source.offset
    source.advance()
    guard let byte = source.peek else { throw error("the text ends before its quotation mark", at: start) }
    source.advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xD800..<0xDC00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw error("a surrogate has no partner", at: start)
        }
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else {
          throw error("a surrogate has no partner", at: start)
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw error("a surrogate has no partner", at: start)
      }
      for byte in String(Character(scalar)).utf8 { output.append(byte) }
    default: throw error("the escape sequence is unknown", at: start)
    }
  }

  private func unit() throws(JournalCodingError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = source.peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("an escape sequence needs four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      source.advance()
    }
    return code
  }
}
