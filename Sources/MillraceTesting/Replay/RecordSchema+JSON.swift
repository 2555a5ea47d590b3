import Foundation
public import Millrace

extension RecordSchema {
  /// Reads a value from JSON in the form of a journal's export, and converts it to today's version.
  ///
  /// ```swift
  /// let state = try RecordSchema<Notes>("notes").decode(
  ///   SchemaKind(name: "notes", version: 1), json: #"{"titles":["Milk"]}"#)
  /// ```
  ///
  /// Tests that the inspector writes begin with it.
  ///
  /// - Parameters:
  ///   - kind: The kind as which the value was written.
  ///   - json: The value.
  /// - Throws: `DecodingError`, and the errors of the schema's steps.
  public func decode(_ kind: SchemaKind, json: String) throws -> Value {
    try HistoryCoding.decoder().decode(
      SchemaJSON<Value>.self, from: Data(json.utf8), configuration: (self, kind)
    ).value
  }
}

private struct SchemaJSON<Value>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration: (schema: RecordSchema<Value>, kind: SchemaKind)) throws {
    value = try configuration.schema.decode(configuration.kind, from: PlainDecoder(base: decoder))
  }
}
