import Millrace
import MillraceCore

extension FlaskDictRef {
  /// A value in a ``FlaskDictRef``, of one of the kinds of JSON.
  ///
  /// Each kind has a literal. An integer equals a double of the same value, because JSON does not distinguish
  /// them. A double that is not a number equals another such.
  ///
  /// Dictionaries, and the lists in them, may nest to any depth. Lists that are in no dictionary may nest
  /// some thousand levels deep: Swift releases each inside the release of the enclosing one.
  public enum Value: Sendable {
    /// No value.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A text.
    case string(String)
    /// A list of values.
    case array([Value])
    /// A nested dictionary.
    case dictionary(FlaskDictRef)
    /// An object, compared by identity and archived as null.
    case object(any AnyObject & Sendable)
  }
}

extension FlaskDictRef.Value {
  /// The Boolean value, or nil for another kind.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The integer, also of a double without a fraction, or nil for another kind.
  public var int: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number, or nil for another kind.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text, or nil for another kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The list, or nil for another kind.
  public var array: [FlaskDictRef.Value]? { if case .array(let value) = self { value } else { nil } }

  /// The nested dictionary, or nil for another kind.
  public var dictionary: FlaskDictRef? { if case .dictionary(let value) = self { value } else { nil } }

  /// The object, or nil for another kind.
  public var object: (any AnyObject & Sendable)? { if case .object(let value) = self { value } else { nil } }

  /// The plain value, as it appears in a change; nil for null.
  var plain: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values
    case .dictionary(let value): value
    case .object(let value): value
    }
  }

  /// Returns the value at the remaining components of a key.
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

  /// Returns true if a reaction sees no difference: equal, with null the same as absent in dictionaries.
  func looksLike(_ other: Self) -> Bool { Self.isSame(self, other, nullIsAbsent: true) }

  /// Compares level by level without recursion.
  fileprivate static func isSame(_ left: Self, _ right: Self, nullIsAbsent: Bool) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.dictionary(let left), .dictionary(let right)):
        if left === right { continue }
        let (left, right) = (left.entries, right.entries)
        if !nullIsAbsent && left.count != right.count { return false }
        for (key, value) in left {
          let other = right[key]
          if other == nil && !nullIsAbsent { return false }
          pairs.append((value, other ?? .null))
        }
        if nullIsAbsent {
          for (key, value) in right where left[key] == nil && !value.isNull { return false }
        }
      case (.array(let left), .array(let right)):
        if left.count != right.count { return false }
        pairs += zip(left, right)
      default:
        if !left.isSameLeaf(right) { return false }
      }
    }
    return true
  }

  private var isNull: Bool { if case .null = self { true } else { false } }

  /// The value without its nested values.
  var surface: Self {
    switch self {
    case .array(let values): .int(values.count)
    case .dictionary(let box): .int(box.count())
    default: self
    }
  }
}

extension FlaskDictRef.Value: Hashable {
  /// Compares two values.
  public static func == (left: Self, right: Self) -> Bool { isSame(left, right, nullIsAbsent: false) }

  private func isSameLeaf(_ other: Self) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): isUnchanged(left, from: right)
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Int(exactly: double) == int
    case (.string(let left), .string(let right)): left == right
    case (.object(let left), .object(let right)): left === right
    default: false
    }
  }

  /// Hashes the value; nested values contribute only their counts.
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
    case .array(let values): hasher.combine(values.map(\.surface))
    case .dictionary(let value): hasher.combine(value)
    case .object(let value): hasher.combine(ObjectIdentifier(value))
    }
  }
}

extension FlaskDictRef.Value: CustomStringConvertible {
  /// The plain value as text.
  public var description: String {
    if StackRoom.isShort { return "…" }
    return plain.map { "\($0)" } ?? "nil"
  }
}
