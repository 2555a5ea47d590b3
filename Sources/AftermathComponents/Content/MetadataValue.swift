import Millrace

/// A value that a component or an item carries along for whoever draws it or acts on it.
///
/// It is what JSON can say. A whole number and a fractional one that are the same number are equal, so that a
/// value that went through JSON equals the one that went in.
///
/// Lists and objects may lie some hundred levels deep in each other. What is deeper than the thread's stack has room for is
/// refused with an error when it is encoded or decoded, and can be compared; but when a program builds a value of many
/// thousand levels, Swift itself releases each level inside of the release of the one around it, and that overflows the
/// stack.
public enum MetadataValue: Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case list([MetadataValue])
  /// Values by name.
  case object([String: MetadataValue])
}

extension MetadataValue: Hashable {
  /// Whether two values say the same; a number that is none (NaN) equals itself.
  public static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.list, .list), (.object, .object): isSameAllTheWayDown(left, right)
    default: left.isSameLeaf(right)
    }
  }

  /// Compares level by level, so that values that lie deep in each other are not compared inside of each other.
  private static func isSameAllTheWayDown(_ left: MetadataValue, _ right: MetadataValue) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.list(let left), .list(let right)):
        if left.count != right.count { return false }
        pairs += zip(left, right)
      case (.object(let left), .object(let right)):
        if left.count != right.count { return false }
        for (name, value) in left {
          guard let other = right[name] else { return false }
          pairs.append((value, other))
        }
      default:
        if !left.isSameLeaf(right) { return false }
      }
    }
    return true
  }

  private func isSameLeaf(_ other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    // An update would follow on every comparison if a value did not equal itself.
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
      Int(exactly: number) == whole
    case (.string(let left), .string(let right)): left == right
    default: false
    }
  }

  /// Hashes the value; of lists and objects in a list or an object, how much they hold.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value):
      if let whole = Int(exactly: value) {
        hasher.combine(whole)
      } else {
        hasher.combine(value.isNaN ? .nan : value)
      }
    case .string(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value.map(\.surface))
    case .object(let value): hasher.combine(value.mapValues(\.surface))
    }
  }

  /// The same without what is nested in it.
  private var surface: MetadataValue {
    switch self {
    case .list(let value): .integer(value.count)
    case .object(let value): .integer(value.count)
    default: self
    }
  }
}

extension MetadataValue: Codable {
  private static let tooDeep = "it is nested deeper than the thread's stack has room for"

  /// Reads a value of any kind.
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
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .list(try container.decode([MetadataValue].self))
    } else {
      self = .object(try container.decode([String: MetadataValue].self))
    }
  }

  /// Writes the value as what it is, without a name for its kind.
  public func encode(to encoder: any Encoder) throws {
    if StackRoom.isShort {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: Self.tooDeep))
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension MetadataValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// No value.
  public init(nilLiteral: ()) { self = .null }

  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Values in order.
  public init(arrayLiteral elements: MetadataValue...) { self = .list(elements) }

  /// Values by name; of two with one name the last counts.
  public init(dictionaryLiteral elements: (String, MetadataValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
