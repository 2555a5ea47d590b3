/// The value of a record's field.
enum Value: Codable, Equatable {
  case text(String)
  case number(Int)
  case flag(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    }
  }

  /// Returns whether both are of the same kind.
  func isLike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.text, .text), (.number, .number), (.flag, .flag): true
    default: false
    }
  }
}
