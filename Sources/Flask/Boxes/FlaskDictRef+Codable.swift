import Millrace

extension FlaskDictRef: Codable {
  /// Creates a dictionary from its archived entries.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try [String: Value](from: decoder))
  }

  /// Encodes the entries, including null ones.
  public func encode(to encoder: any Encoder) throws {
    try entries.encode(to: encoder)
  }
}

extension FlaskDictRef.Value: Codable {
  private static let tooDeep = "it is nested too deeply for the thread's stack"

  /// Creates a value from the archived kind of value.
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
    } else if let value = try? container.decode(String.self) {
      // Before numbers: the decoder of an archive can read the text `inf` as a number.
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let values = try? container.decode([Self].self) {
      self = .array(values)
    } else {
      self = .dictionary(try container.decode(FlaskDictRef.self))
    }
  }

  /// Encodes the plain value without its case, and an object as null.
  public func encode(to encoder: any Encoder) throws {
    if StackRoom.isShort {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: Self.tooDeep))
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .object: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .dictionary(let value): try container.encode(value)
    }
  }
}
