/// A decoder of `Codable` values from CBOR that reads straight from the bytes.
///
/// It accepts the forms that an import from JSON leaves: integers for floats, the texts `nan`, `inf` and
/// `-inf` for floats, and texts in base64 for bytes. In all other cases an item must have the requested kind.
public struct RecordDecoder: Sendable {
  /// Creates a decoder, for any number of values.
  public init() {}

  /// Decodes a value with a closure.
  ///
  /// - Parameters:
  ///   - bytes: One whole value with nothing after it. A decoder that outlives the closure can read nothing
  ///     more.
  ///   - read: A closure that reads one value.
  /// - Throws: The closure's error, or `DecodingError`.
  public func decode<T>(_ bytes: UnsafeRawBufferPointer, _ read: (any Decoder) throws -> T) throws -> T {
    let reader = RecordReader(CBORBytes(bytes: bytes))
    defer { reader.end() }
    let end = try reader.checked([]) { try $0.end(of: 0) }
    guard end == bytes.count else {
      throw reader.corrupted([], "there are bytes after the end of the value, from byte \(end) on")
    }
    return try read(RecordDecoding(spot: RecordCursor(reader: reader, offset: 0, steps: 0)))
  }

  /// Decodes a value from bytes.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try decode(bytes) { try $0.singleValueContainer().decode(type) }
  }

  /// Decodes a value from the bytes of an array.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
}
