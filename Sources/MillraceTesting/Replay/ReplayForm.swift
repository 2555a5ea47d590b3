import Millrace

/// The recorded form of a store's states or messages: how it is made, read and compared.
struct ReplayForm<Value, Form> {
  /// Returns the form of a value of today.
  let make: (Value) throws -> Form
  /// Returns the value of a form; nil if there is no way back.
  let restore: ((Form) throws -> Value)?
  /// Reads the form in a line.
  let read: (HistoryEntry, HistoryPart, String) throws(HistoryError) -> Form
  /// Returns a form as text, by which forms that are not `Equatable` are compared.
  let text: (Form) throws -> String
}

extension ReplayForm where Form: Codable {
  init(_ make: @escaping (Value) throws -> Form, restore: ((Form) throws -> Value)? = nil) {
    self.make = make
    self.restore = restore
    read = { entry, part, store throws(HistoryError) in try entry.value(part, of: store) }
    text = { try HistoryCoding.text($0) }
  }
}

extension ReplayForm where Form == Value {
  init(_ schema: RecordSchema<Value>) {
    make = { $0 }
    restore = { $0 }
    read = { entry, part, store throws(HistoryError) in
      try entry.value(part, of: store) { decoder in
        // A recorder writes no kinds; the value is of today's only one.
        let kind = entry.kind ?? schema.kinds.first ?? SchemaKind(name: "", version: 1)
        return try schema.decode(kind, from: decoder)
      }
    }
    text = { try HistoryCoding.text(SchemaValue(value: $0, schema: schema)) }
  }
}

private struct SchemaValue<Value>: Encodable {
  let value: Value
  let schema: RecordSchema<Value>

  func encode(to encoder: any Encoder) throws { try schema.encode(value, to: encoder) }
}
