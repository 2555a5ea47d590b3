import Millrace
import MillraceCoding

/// A message or a state in the form of a schema's kind, as CBOR.
struct EncodedValue: Sendable {
  let kind: SchemaKind
  let cbor: [UInt8]

  /// Encodes a value.
  ///
  /// - Throws: The errors of the schema.
  init<Value>(_ value: Value, _ schema: RecordSchema<Value>, _ encoder: RecordEncoder) throws {
    guard let place = schema.place(of: value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "the schema has no kind for a \(type(of: value))"))
    }
    kind = schema.kinds[place]
    cbor = try encoder.encode { try schema.encode(value, at: place, to: $0) }
  }

  /// Returns the value as JSON without its hidden places.
  func json(hiding paths: [[String]]) throws(JournalCodingError) -> [UInt8] {
    let value = try JournalValue(cbor: cbor)
    return Array(HiddenPaths.hide(paths, in: value).json().utf8)
  }
}

/// A message or a state that the tool has sent, with the name of its kind.
struct SentValue: Sendable {
  let kind: SchemaKind
  let value: JournalValue

  /// Decodes the value by a schema.
  ///
  /// - Throws: The errors of the schema.
  func decoded<Value>(_ schema: RecordSchema<Value>) throws -> Value {
    try value.cbor().withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { try schema.decode(kind, from: $0) }
    }
  }
}
