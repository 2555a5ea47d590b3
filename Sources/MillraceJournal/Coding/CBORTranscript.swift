/// A converter from CBOR to JSON that checks a value without building it.
///
/// It accepts the input of ``JournalValue/init(cbor:)`` except keys in chunks, and writes the output of
/// ``JournalValue/json(pretty:)``.
struct CBORTranscript {
  /// An array or object whose end has not been read.
  private struct Open {
    /// The number of values left; -1 where a break ends the container.
    var left: Int
    let isObject: Bool
    var count = 0
  }

  /// The approximate number of bytes written at a time.
  static let pieceSize = 1 << 16
  /// The number of bytes of a text written at a time, a multiple of three for base64.
  private static let textSize = 3 << 12

  private let bytes: CBORBytes
  private let isWriting: Bool
  private var place = 0
  private var open: [Open] = []
  private var hasKey = false
  private var keys = KeySet()
  /// The part of a text or byte string that is not written yet.
  private var rest: Range<Int>?
  private var isText = true
  private var isComplete = false
  /// The number of bytes that the value read so far occupies when it is read back from JSON.
  private(set) var size = 0

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - bytes: One whole value with nothing after it.
  ///   - isWriting: True to write the value, false only to check it.
  init(_ bytes: UnsafeRawBufferPointer, isWriting: Bool = true) {
    self.bytes = CBORBytes(bytes: bytes)
    self.isWriting = isWriting
  }

  /// Checks a value and returns the number of bytes that it occupies when it is read back from JSON.
  static func check(_ bytes: UnsafeRawBufferPointer) throws(JournalCodingError) -> Int {
    var transcript = CBORTranscript(bytes, isWriting: false)
    var none: [UInt8] = []
    while try transcript.write(to: &none) {}
    return transcript.size
  }

  /// Writes the next piece; returns false when none is left.
  mutating func write(to output: inout [UInt8]) throws(JournalCodingError) -> Bool {
    let end = output.count + Self.pieceSize
    while !isComplete || rest != nil {
      if rest != nil { writeText(to: &output) } else { try step(&output) }
      if output.count >= end { return true }
    }
    return false
  }

  private mutating func step(_ output: inout [UInt8]) throws(JournalCodingError) {
    if open.last?.left == 0 { return try close(&output) }
    let start = place
    let head = try bytes.head(at: start)
    if head.isBreak {
      guard open.last?.left == -1, !hasKey else {
        throw CBORBytes.error(start, "the end of a value was found instead of a value")
      }
      place = head.next
      return try close(&output)
    }
    if let last = open.last, last.isObject, !hasKey {
      if last.count > 0 { put(",", &output) }
      try key(head, at: start, &output)
      hasKey = true
      return
    }
    if let last = open.last {
      if hasKey { put(":", &output) } else if last.count > 0 { put(",", &output) }
      open[open.count - 1].count += 1
      if last.left > 0 { open[open.count - 1].left -= 1 }
      hasKey = false
    }
    try item(head, at: start, &output)
    if open.isEmpty { try complete() }
  }

  private mutating func close(_ output: inout [UInt8]) throws(JournalCodingError) {
    guard let last = open.popLast() else { return }
    if last.isObject { keys.end() }
    put(last.isObject ? "}" : "]", &output)
    size += Self.headSize(UInt64(last.count))
    if open.isEmpty { try complete() }
  }

  private mutating func complete() throws(JournalCodingError) {
    isComplete = true
    if place < bytes.bytes.count {
      throw CBORBytes.error(place, "there are bytes after the end of the value")
    }
  }

  private mutating func key(
    _ head: CBORHead, at start: Int, _ output: inout [UInt8]
  ) throws(JournalCodingError) {
    guard head.kind == .text else { throw CBORBytes.error(start, "a key is not a text") }
    guard !head.isIndefinite else {
      throw CBORBytes.error(start, "a key is divided into parts, which no journal writes")
    }
    try string(head, &output)
    guard keys.insert(start, in: bytes) else {
      throw CBORBytes.error(start, "the key `\(try bytes.textString(head))` occurs twice")
    }
  }

  private mutating func item(
    _ head: CBORHead, at start: Int, _ output: inout [UInt8]
  ) throws(JournalCodingError) {
    place = head.next
    switch head.kind {
    case .unsigned:
      size += Self.headSize(head.argument)
      put(String(head.argument), &output)
    case .negative:
      guard let number = Int64(exactly: head.argument) else {
        throw CBORBytes.error(start, "the number is less than \(Int64.min)")
      }
      size += Self.headSize(head.argument)
      put(String(-1 - number), &output)
    case .bytes, .text:
      try string(head, &output)
    case .array, .map:
      guard open.count < JournalValue.nestingLimit else {
        throw CBORBytes.error(start, "values are nested deeper than \(JournalValue.nestingLimit) levels")
      }
      let isObject = head.kind == .map
      open.append(Open(left: head.isIndefinite ? -1 : try bytes.count(head), isObject: isObject))
      if isObject { keys.begin() }
      put(isObject ? "{" : "[", &output)
    case .tag, .simple:
      let value: JournalValue =
        head.float.map { .float($0) } ?? (head.isNull ? .null : .bool(head.info == 21))
      size += Self.size(of: value)
      if isWriting { output.append(contentsOf: value.json().utf8) }
    }
  }

  private func put(_ text: String, _ output: inout [UInt8]) {
    if isWriting { output.append(contentsOf: text.utf8) }
  }
}

// MARK: - Texts and bytes

extension CBORTranscript {
  private mutating func string(_ head: CBORHead, _ output: inout [UInt8]) throws(JournalCodingError) {
    isText = head.kind == .text
    place = try bytes.endOfString(head)
    if head.isIndefinite {
      // A journal never writes a string in chunks, so building this one is acceptable.
      let value: JournalValue =
        isText ? .text(try bytes.textString(head)) : .bytes(try bytes.byteString(head))
      size += Self.size(of: value)
      if isWriting { output.append(contentsOf: value.json().utf8) }
      return
    }
    let range = head.next..<place
    if isText, !UTF8Check.isValid(part(range)) {
      throw CBORBytes.error(head.next, "the text is not valid UTF-8")
    }
    let count = isText ? range.count : (range.count + 2) / 3 * 4
    size += Self.headSize(UInt64(count)) + count
    guard isWriting else { return }
    put("\"", &output)
    rest = range
  }

  private mutating func writeText(to output: inout [UInt8]) {
    guard let range = rest else { return }
    let end = min(range.lowerBound + Self.textSize, range.upperBound)
    let part = part(range.lowerBound..<end)
    if isText { JSONWriting.escape(part, to: &output) } else { put(Base64.text(Array(part)), &output) }
    rest = end == range.upperBound ? nil : end..<range.upperBound
    if rest == nil { put("\"", &output) }
  }

  private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes.bytes[range])
  }

  private static func headSize(_ argument: UInt64) -> Int {
    argument < 24 ? 1 : argument <= 0xFF ? 2 : argument <= 0xFFFF ? 3 : argument <= 0xFFFF_FFFF ? 5 : 9
  }

  /// Returns the number of bytes that a scalar value occupies when it is read back from JSON.
  private static func size(of value: JournalValue) -> Int {
    var buffer = ByteBuffer()
    switch value {
    case .bytes(let bytes): buffer.text(Base64.text(bytes))
    case .float(let float) where !float.isFinite:
      buffer.text(float.isNaN ? "nan" : float < 0 ? "-inf" : "inf")
    default: buffer.write(value)
    }
    return buffer.count
  }
}

/// A check of bytes for valid UTF-8 that copies at most one block of them.
enum UTF8Check {
  private static let blockSize = 1 << 16

  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count {
      var end = min(start + blockSize, bytes.count)
      // A block ends between two characters, which have at most four bytes.
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
        end -= 1
        if end <= start { return false }
      }
      let block = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if String(validating: block, as: UTF8.self) == nil { return false }
      start = end
    }
    return true
  }
}
