/// An encoder of `Codable` values as CBOR, in one pass into one buffer.
///
/// It keeps its buffer from one value to the next, so use one encoder for many values, from one thread at a
/// time.
public struct RecordEncoder {
  private let writer: RecordWriter

  /// Creates an encoder, to be used for many values.
  public init() { writer = RecordWriter() }

  /// Creates an encoder that writes equal values as equal bytes, for a digest.
  ///
  /// Sets and dictionaries are written in the order of their encoded elements and keys, because Swift's own
  /// order differs from process to process. The result is not made for decoding: a dictionary is an array of
  /// keys and values. Cost: a cast for each value inside another, and the sorting.
  package static var canonical: RecordEncoder { RecordEncoder(writer: RecordWriter(isCanonical: true)) }

  private init(writer: RecordWriter) { self.writer = writer }

  /// Encodes a value with a closure.
  ///
  /// - Parameter write: A closure that writes one value. It is called a second time when it writes to several
  ///   containers in turn or writes a key twice, which cannot be done in one pass.
  /// - Throws: The closure's error, or `EncodingError`.
  public func encode(_ write: (any Encoder) throws -> Void) throws -> [UInt8] {
    try withEncoded(write) { Array($0) }
  }

  /// Encodes a value.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encode { try $0.write(value) }
  }

  /// Encodes a value with a closure and lends the bytes without a copy; see `encode(_:)`.
  public func withEncoded<Result>(
    _ write: (any Encoder) throws -> Void, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    // A nested use of the encoder gets a buffer of its own.
    let writer = writer.isBusy ? RecordWriter(isCanonical: writer.isCanonical) : writer
    writer.begin()
    defer { writer.end() }
    try write(RecordEncoding(place: RecordSlot(writer: writer, depth: 0, id: writer.frames[0].id)))
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
  /// Writes the root value, in its compact form if it has one.
  func write<T: Encodable>(_ value: T) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}
