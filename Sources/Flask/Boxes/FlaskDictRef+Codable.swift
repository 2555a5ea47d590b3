import Millrace

extension FlaskDictRef: Codable {
  /// The entries of an archived dictionary.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try [String: Value](from: decoder))
  }

  /// Encodes the entries, null ones included.
  public func encode(to encoder: any Encoder) throws {
    try entries.encode(to: encoder)
  }
}

extension FlaskDictRef.Value: Codable {
  private static let tooDeep = "it is nested deeper than the thread's stack has room for"

  /// The value that is in the archive, by its kind there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if StackRoom.isShort {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.tooDeep)
    }
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([Self].self) {
      self = .array(values)
    } else {
      self = .dictionary(try container.decode(FlaskDictRef.self))
    }
  }

  /// Encodes the value without its case.
  public func encode(to encoder: any Encoder) throws {
    if StackRoom.isShort {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: Self.tooDeep))
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .dictionary(let value): try container.encode(value)
    }
  }
}
