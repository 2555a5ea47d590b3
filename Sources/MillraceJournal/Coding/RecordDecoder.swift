/// Reads `Codable` values from CBOR, straight from the bytes.
///
/// It takes what an import from JSON leaves: whole numbers for floats, the texts `nan`, `inf` and `-inf` for floats,
/// and texts in base64 for bytes. In all else the bytes must be of the kind that is asked for.
public struct RecordDecoder: Sendable {
  /// A decoder, for any number of values.
  public init() {}

  /// What a closure reads from bytes.
  ///
  /// - Parameters:
  ///   - bytes: One whole value, and nothing after it. A decoder that is kept beyond the closure reads nothing more.
  ///   - read: Reads one value.
  /// - Throws: What the closure throws, and `DecodingError`.
  public func decode<T>(_ bytes: UnsafeRawBufferPointer, _ read: (any Decoder) throws -> T) throws -> T {
    let reader = RecordReader(CBORBytes(bytes: bytes))
    defer { reader.end() }
    let end = try reader.checked([]) { try $0.end(of: 0) }
    guard end == bytes.count else {
      throw reader.corrupted([], "there are bytes after the end of the value, from byte \(end) on")
    }
    return try read(RecordDecoding(spot: RecordSpot(reader: reader, offset: 0, steps: 0)))
  }

  /// A value from bytes.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try decode(bytes) { try $0.singleValueContainer().decode(type) }
  }

  /// A value from bytes in an array.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
}
