import Millrace
import MillraceCore

/// A value that a component or an item carries for a renderer or a handler.
///
/// It represents any JSON value. An integer and a floating-point number of the same value are equal, so a
/// value that went through JSON equals the original.
///
/// Lists and objects may nest some hundred levels deep. Encoding or decoding a value that is too deep for the
/// thread's stack throws an error; comparing it works at any depth. Releasing a value of many thousand levels
/// overflows the stack, because Swift releases each level inside the release of the enclosing one.
public enum MetadataValue: Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// A floating-point number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case list([MetadataValue])
  /// Values by name.
  case object([String: MetadataValue])
}

extension MetadataValue: Hashable {
  /// Compares two values; a number that is none (NaN) equals itself.
  public static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.list, .list), (.object, .object): isSameAllTheWayDown(left, right)
    default: left.isSameLeaf(right)
    }
  }

  /// Compares level by level without recursion, so that depth needs no stack.
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
    // A NaN that differed from itself would cause an update at every comparison.
    case (.number(let left), .number(let right)): isUnchanged(left, from: right)
    case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
      Int(exactly: number) == whole
    case (.string(let left), .string(let right)): left == right
    default: false
    }
  }

  /// Hashes the value; nested lists and objects contribute only their counts.
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

  /// The value without its nested values.
  private var surface: MetadataValue {
    switch self {
    case .list(let value): .integer(value.count)
    case .object(let value): .integer(value.count)
    default: self
    }
  }
}

extension MetadataValue: Codable {
  private static let tooDeep = "it is nested too deeply for the thread's stack"

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
    } else if let value = try? container.decode(String.self) {
      // Before numbers: decoders can read the text `inf` as a number.
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .list(try container.decode([MetadataValue].self))
    } else {
      self = .object(try container.decode([String: MetadataValue].self))
    }
  }

  /// Writes the plain value, without a name for its kind.
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
  /// Creates the value null.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a list.
  public init(arrayLiteral elements: MetadataValue...) { self = .list(elements) }

  /// Creates an object; of two values with one name, the last one wins.
  public init(dictionaryLiteral elements: (String, MetadataValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
