extension FlaskDictRef {
  /// What can be in a ``FlaskDictRef``: the kinds of values that JSON has.
  ///
  /// Each can be written as a literal. A whole number is the same value whether it is an `int` or a `double`, as JSON
  /// does not tell the two apart; a double that is not a number is equal to another such.
  public enum Value: Sendable {
    /// An entry without a value.
    case null
    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A number with a fraction.
    case double(Double)
    /// A text.
    case string(String)
    /// A list of values.
    case array([Value])
    /// A nested dictionary.
    case dictionary(FlaskDictRef)
  }
}

extension FlaskDictRef.Value {
  /// The truth value; nil if it is of another kind.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number, also of a double without a fraction; nil if it is of another kind.
  public var int: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number; nil if it is of another kind.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text; nil if it is of another kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The list; nil if it is of another kind.
  public var array: [FlaskDictRef.Value]? { if case .array(let value) = self { value } else { nil } }

  /// The nested dictionary; nil if it is of another kind.
  public var dictionary: FlaskDictRef? { if case .dictionary(let value) = self { value } else { nil } }

  /// The value without its case, as a change has it; nil for null.
  var plain: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values
    case .dictionary(let value): value
    }
  }

  /// What the rest of a key leads to from here.
  func value(at components: ArraySlice<String>) -> Self? {
    guard let first = components.first else { return self }
    switch self {
    case .dictionary(let box):
      return box.value(at: components)
    case .array(let values):
      guard let index = KeyText.index(first), index < values.count else { return nil }
      return values[index].value(at: components.dropFirst())
    default:
      return nil
    }
  }

  /// Whether a reaction sees no difference.
  func looksLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.dictionary(let left), .dictionary(let right)): left.looksLike(right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.looksLike($1) }
    default: self == other
    }
  }
}

extension FlaskDictRef.Value: Hashable {
  /// Whether both are the same value.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Int(exactly: double) == int
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value):
      if let whole = Int(exactly: value) {
        hasher.combine(whole)
      } else {
        hasher.combine(value.isNaN ? .nan : value)
      }
    case .string(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}

extension FlaskDictRef.Value: CustomStringConvertible {
  /// The value without its case.
  public var description: String { plain.map { "\($0)" } ?? "nil" }
}
