extension JournalValue {
  /// Reads a value from CBOR (RFC 8949).
  ///
  /// The tag 55799, which says that CBOR follows, is skipped. Any other tag is an error, because it changes
  /// the meaning of a value. Memory is bounded by the count of the bytes.
  ///
  /// - Parameter bytes: One whole value with nothing after it.
  /// - Throws: ``JournalCodingError`` for anything else: truncated input, trailing bytes, invalid UTF-8, keys
  ///   that are not texts or occur twice, tags, numbers beyond 64 bits, nesting deeper than ``nestingLimit``.
  public init(cbor bytes: some Collection<UInt8>) throws(JournalCodingError) {
    self = try Array(bytes).withUnsafeBufferPointer { bytes throws(JournalCodingError) in
      try JournalValue(cbor: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Reads a value from CBOR (RFC 8949) in memory; see ``init(cbor:)-(Collection<UInt8>)``.
  ///
  /// - Parameter bytes: One whole value with nothing after it. The bytes are not retained.
  /// - Throws: ``JournalCodingError``.
  public init(cbor bytes: UnsafeRawBufferPointer) throws(JournalCodingError) {
    let (value, end) = try CBORBytes(bytes: bytes).value(at: 0)
    if end < bytes.count { throw CBORBytes.error(end, "there are bytes after the end of the value") }
    self = value
  }

  /// Returns the value as CBOR (RFC 8949): lengths are definite, numbers take the fewest bytes that hold them
  /// exactly.
  public func cbor() -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.write(self)
    return buffer.array
  }
}

extension ByteBuffer {
  /// Writes a value; the stack does not grow with the nesting.
  mutating func write(_ value: JournalValue) {
    var walk = ValueWalk(value)
    while let part = walk.next() {
      guard case .value(let value, let key, _) = part else { continue }
      if let key { text(key) }
      switch value {
      case .null: null()
      case .bool(let value): bool(value)
      case .integer(let value): integer(value)
      case .unsigned(let value): head(.unsigned, value)
      case .float(let value): float(value)
      case .text(let value): text(value)
      case .bytes(let value): byteString(value)
      case .array(let values): head(.array, UInt64(values.count))
      case .object(let members): head(.map, UInt64(members.count))
      }
    }
  }
}
