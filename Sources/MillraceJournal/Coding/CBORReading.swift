extension JournalValue {
  /// Reads a value from CBOR (RFC 8949).
  ///
  /// Tags are skipped. Memory is bounded by the count of the bytes.
  ///
  /// - Parameter bytes: One whole value with nothing after it.
  /// - Throws: ``JournalCodingError`` for anything else: truncated input, trailing bytes, invalid UTF-8, keys
  ///   that are not texts or occur twice, numbers beyond 64 bits, nesting deeper than ``nestingLimit``.
  public init(cbor bytes: some Collection<UInt8>) throws(JournalCodingError) {
    self = try Array(bytes).withBytes { bytes throws(JournalCodingError) in try JournalValue(cbor: bytes) }
  }

  /// Reads a value from CBOR (RFC 8949) in memory; see ``init(cbor:)-(Collection<UInt8>)``.
  ///
  /// - Parameter bytes: One whole value with nothing after it. The bytes are not retained.
  /// - Throws: ``JournalCodingError``.
  public init(cbor bytes: UnsafeRawBufferPointer) throws(JournalCodingError) {
    var reading = CBORReading(bytes: CBORBytes(bytes: bytes))
    self = try reading.value()
  }
}

/// A reader of one value.
struct CBORReading {
  let bytes: CBORBytes
  private var place = 0
  private var stack = ValueStack()
  /// The number of values left in each open array or object; -1 where a break ends it.
  private var left: [Int] = []

  init(bytes: CBORBytes, at place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  /// Reads the value, which must end with the bytes.
  mutating func value() throws(JournalCodingError) -> JournalValue {
    let value = try valueWithRest()
    if place < bytes.bytes.count {
      throw CBORBytes.error(place, "there are bytes after the end of the value")
    }
    return value
  }

  /// Reads the value and ignores the bytes after it.
  mutating func valueWithRest() throws(JournalCodingError) -> JournalValue {
    while true {
      if let value = stack.result { return value }
      if left.last == 0 {
        close()
        continue
      }
      let start = place
      let head = try bytes.head(at: start)
      if head.isBreak {
        guard left.last == -1, !stack.hasKey else {
          throw CBORBytes.error(start, "the end of a value was found instead of a value")
        }
        place = head.next
        close()
      } else if stack.isInObject, !stack.hasKey {
        try key(head, at: start)
      } else {
        if let last = left.last, last > 0 { left[left.count - 1] = last - 1 }
        try item(head, at: start)
      }
    }
  }

  private mutating func close() {
    left.removeLast()
    stack.end()
  }

  private mutating func key(_ head: CBORHead, at start: Int) throws(JournalCodingError) {
    guard head.kind == .text else { throw CBORBytes.error(start, "a key is not a text") }
    let key = try bytes.textString(head)
    place = try bytes.endOfString(head)
    guard stack.take(key: key) else { throw CBORBytes.error(start, "the key `\(key)` occurs twice") }
  }

  private mutating func item(_ head: CBORHead, at start: Int) throws(JournalCodingError) {
    place = head.next
    switch head.kind {
    case .unsigned: stack.take(JournalValue(head.argument))
    case .negative:
      guard let number = Int64(exactly: head.argument) else {
        throw CBORBytes.error(start, "the number is less than \(Int64.min)")
      }
      stack.take(.integer(-1 - number))
    case .bytes:
      stack.take(.bytes(try bytes.byteString(head)))
      place = try bytes.endOfString(head)
    case .text:
      stack.take(.text(try bytes.textString(head)))
      place = try bytes.endOfString(head)
    case .array, .map:
      left.append(head.isIndefinite ? -1 : try bytes.count(head))
      guard stack.begin(isObject: head.kind == .map) else {
        throw CBORBytes.error(start, "values are nested deeper than \(JournalValue.nestingLimit) levels")
      }
    case .tag, .simple:
      if let float = head.float {
        stack.take(.float(float))
      } else {
        stack.take(head.isNull ? .null : .bool(head.info == 21))
      }
    }
  }
}
