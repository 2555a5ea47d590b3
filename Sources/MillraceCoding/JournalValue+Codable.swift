extension JournalValue: Codable {
  /// Reads any value, so that a journal value can replace a type that no longer exists.
  ///
  /// From a journal the value is read exactly as it was written. Other decoders reveal less: a number that
  /// looks whole becomes an integer, bytes become texts in base64, and the decoder decides the order of keys.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? RecordDecoding {
      self = try decoder.spot.value()
    } else if let container = try? decoder.container(keyedBy: RecordKey.self) {
      self = .object(
        try container.allKeys.map {
          Member(key: $0.stringValue, value: try container.decode(Self.self, forKey: $0))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [JournalValue] = []
      while !container.isAtEnd { values.append(try container.decode(Self.self)) }
      self = .array(values)
    } else {
      self = try Self.single(try decoder.singleValueContainer())
    }
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> JournalValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(UInt64.self) { return JournalValue(value) }
    // Before floats: decoders can read the text `inf` as a number.
    if let value = try? container.decode(String.self) { return .text(value) }
    return .float(try container.decode(Double.self))
  }

  /// Writes the value: exactly in a journal; with other encoders, bytes and non-finite floats take their JSON
  /// form.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? RecordEncoding { return try encoder.write(self) }
    if let encoder = encoder as? RecordTreeEncoding { return try encoder.write(self) }
    switch self {
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .object(let members):
      var container = encoder.container(keyedBy: RecordKey.self)
      for member in members { try container.encode(member.value, forKey: RecordKey(stringValue: member.key)) }
    default:
      var container = encoder.singleValueContainer()
      try encode(single: &container)
    }
  }

  private func encode(single container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .float(let value) where value.isFinite: try container.encode(value)
    case .float(let value): try container.encode(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    case .text(let value): try container.encode(value)
    case .bytes(let value): try container.encode(Base64.text(value))
    }
  }
}
