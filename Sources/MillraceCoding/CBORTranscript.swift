/// A converter from CBOR to JSON that checks a value without building it.
///
/// It accepts the input of ``JournalValue/init(cbor:)`` except keys in chunks, and writes the output of
/// ``JournalValue/json(pretty:)``.
package struct CBORTranscript {
  /// The approximate number of bytes written at a time.
  package static let pieceSize = 1 << 16
  /// The number of bytes of a text written at a time, a multiple of three for base64.
  private static let textSize = 3 << 12

  private var walk: CBORWalk
  private let isWriting: Bool
  private var keys = KeySet()
  /// The part of a text or byte string that is not written yet.
  private var rest: Range<Int>?
  private var isText = true
  private var isComplete = false
  /// The number of bytes that the value read so far occupies when it is read back from JSON.
  package private(set) var size = 0

  private var bytes: CBORBytes { walk.bytes }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - bytes: One whole value with nothing after it.
  ///   - isWriting: True to write the value, false only to check it.
  package init(_ bytes: UnsafeRawBufferPointer, isWriting: Bool = true) {
    walk = CBORWalk(bytes: CBORBytes(bytes: bytes))
    self.isWriting = isWriting
  }

  /// Checks a value and returns the number of bytes that it occupies when it is read back from JSON.
  package static func check(_ bytes: UnsafeRawBufferPointer) throws(JournalCodingError) -> Int {
    var transcript = CBORTranscript(bytes, isWriting: false)
    var none: [UInt8] = []
    while try transcript.write(to: &none) {}
    return transcript.size
  }

  /// Writes the next piece; returns false when none is left.
  package mutating func write(to output: inout [UInt8]) throws(JournalCodingError) -> Bool {
    let end = output.count + Self.pieceSize
    while !isComplete || rest != nil {
      if rest != nil { writeText(to: &output) } else { try step(&output) }
      if output.count >= end { return true }
    }
    return false
  }

  private mutating func step(_ output: inout [UInt8]) throws(JournalCodingError) {
    let (outer, isAfterKey) = (walk.open.last, walk.hasKey)
    switch try walk.next() {
    case .key(let head, let start):
      if outer?.count ?? 0 > 0 { put(",", &output) }
      guard !head.isIndefinite else {
        throw CBORBytes.error(start, "a key is divided into parts, which no journal writes")
      }
      try string(head, &output)
      guard keys.insert(start, in: bytes) else {
        throw CBORBytes.error(start, "the key `\(try bytes.textString(head))` occurs twice")
      }
    case .value(let head, let start):
      if isAfterKey { put(":", &output) } else if outer?.count ?? 0 > 0 { put(",", &output) }
      try item(head, at: start, &output)
    case .end(let isObject, let count):
      if isObject { keys.end() }
      put(isObject ? "}" : "]", &output)
      size += Self.headSize(UInt64(count))
    }
    guard walk.open.isEmpty else { return }
    isComplete = true
    if walk.place < bytes.bytes.count {
      throw CBORBytes.error(walk.place, "there are bytes after the end of the value")
    }
  }

  private mutating func item(
    _ head: CBORHead, at start: Int, _ output: inout [UInt8]
  ) throws(JournalCodingError) {
    switch head.kind {
    case .unsigned, .negative:
      size += Self.headSize(head.argument)
      put(
        head.kind == .unsigned ? String(head.argument) : String(try bytes.negative(head, at: start)), &output)
    case .bytes, .text:
      try string(head, &output)
    case .array, .map:
      let isObject = head.kind == .map
      if isObject { keys.begin() }
      put(isObject ? "{" : "[", &output)
    case .tag, .simple:
      write(try bytes.scalar(head, at: start), &output)
    }
  }

  private mutating func write(_ value: JournalValue, _ output: inout [UInt8]) {
    size += Self.size(of: value)
    if isWriting { output.append(contentsOf: value.json().utf8) }
  }

  private func put(_ text: String, _ output: inout [UInt8]) {
    if isWriting { output.append(contentsOf: text.utf8) }
  }
}

// MARK: - Texts and bytes

extension CBORTranscript {
  private mutating func string(_ head: CBORHead, _ output: inout [UInt8]) throws(JournalCodingError) {
    isText = head.kind == .text
    if head.isIndefinite {
      // A journal never writes a string in chunks, so building this one is acceptable.
      return write(isText ? .text(try bytes.textString(head)) : .bytes(try bytes.byteString(head)), &output)
    }
    let range = head.next..<walk.place
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

  package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
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
