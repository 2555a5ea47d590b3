/// A collection whose order means nothing and differs from process to process.
protocol UnorderedEncodable {
  /// Returns the CBOR of an array of its elements, ordered by their bytes.
  func sortedBytes(_ encoder: RecordEncoder) throws -> [UInt8]
}

extension Set: UnorderedEncodable where Element: Encodable {
  func sortedBytes(_ encoder: RecordEncoder) throws -> [UInt8] {
    try UnorderedBytes.joined(map { try encoder.encode($0) })
  }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
  func sortedBytes(_ encoder: RecordEncoder) throws -> [UInt8] {
    // The encoding of a key is complete in itself, so that no pair can be taken for another one.
    try UnorderedBytes.joined(map { try encoder.encode($0.key) + encoder.encode($0.value) })
  }
}

private enum UnorderedBytes {
  static func joined(_ items: [[UInt8]]) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.head(.array, UInt64(items.count))
    for item in items.sorted(by: { $0.lexicographicallyPrecedes($1) }) { buffer.append(encoded: item) }
    return buffer.bytes.map { $0 }
  }
}

extension ByteBuffer {
  /// Appends a value that is encoded already.
  mutating func append(encoded bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }
}
