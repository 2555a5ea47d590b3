extension JournalValue {
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
      switch part {
      case .key(let key, _): text(key)
      case .value(let value, _): item(value)
      case .end: break
      }
    }
  }

  private mutating func item(_ value: JournalValue) {
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
