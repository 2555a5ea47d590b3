/// Writes `Codable` values as CBOR, in one pass into one buffer.
///
/// It keeps its buffer from one value to the next, so that one encoder is used for many values; by one at a time.
public struct RecordEncoder {
  private let writer = RecordWriter()

  /// An encoder, to be used for many values.
  public init() {}

  /// The bytes of what a closure writes.
  ///
  /// - Parameter write: Writes one value. It is asked a second time when containers are written by turns, or a key
  ///   twice, which cannot be done in one pass.
  /// - Throws: What the closure throws, and `EncodingError`.
  public func encode(_ write: (any Encoder) throws -> Void) throws -> [UInt8] {
    try withEncoded(write) { Array($0) }
  }

  /// The bytes of a value.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encode { try $0.write(value) }
  }

  /// Lends the bytes of what a closure writes, without a copy; see `encode(_:)`.
  public func withEncoded<Result>(
    _ write: (any Encoder) throws -> Void, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    // Whoever encodes while encoding gets a buffer of his own.
    let writer = writer.isBusy ? RecordWriter() : writer
    writer.begin()
    defer { writer.end() }
    try write(RecordEncoding(place: RecordPlace(writer: writer, depth: 0, id: writer.frames[0].id)))
    writer.close(to: 0)
    if let failure = writer.failure { throw failure }
    if !writer.isOutOfOrder { return try body(writer.buffer.bytes) }
    let tree = RecordTree()
    try write(RecordTreeEncoding(node: tree, codingPath: []))
    if let failure = tree.failure { throw failure }
    return try tree.value().cbor().withUnsafeBytes(body)
  }
}

extension Encoder {
  /// Writes a value as the whole, in the short form where there is one.
  func write<T: Encodable>(_ value: T) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}
