import MillraceCore

/// The values that a row of a table takes: inputs, or source states.
public enum Pattern<Value> {
  /// All values.
  case any
  /// The values that are equal to this one.
  case value(Value, isEqual: (Value, Value) -> Bool)
  /// The values that satisfy a predicate, which diagrams and reports show by its name.
  case guarded(name: String?, (Value) -> Bool)

  /// Returns whether the pattern takes a value.
  @inlinable
  public func matches(_ value: Value) -> Bool {
    switch self {
    case .any: true
    case .value(let own, let isEqual): isEqual(own, value)
    case .guarded(_, let predicate): predicate(value)
    }
  }

  /// The name in reports.
  public var name: String {
    switch self {
    case .any: "any"
    case .value(let value, _): "\(value)"
    case .guarded(let name, _): name ?? "a predicate"
    }
  }

  /// Returns the pattern for a whole in which `part` finds this one's value; a whole without it does not
  /// match.
  public func lifted<Whole>(_ part: @escaping (Whole) -> Value?) -> Pattern<Whole> {
    switch self {
    case .any: .guarded(name: nil) { part($0) != nil }
    case .value, .guarded: .guarded(name: name) { part($0).map(matches) ?? false }
    }
  }
}

extension Pattern where Value: Equatable {
  /// Returns the pattern of the values that are equal to this one.
  @inlinable
  static func equal(to value: Value) -> Pattern { strange(value) ?? .value(value, isEqual: ==) }

  /// Returns the pattern of a value that is unequal to itself, or contains such a part; nil for all others.
  ///
  /// By `==` such a value matches nothing, so its row would never be taken.
  @usableFromInline
  @inline(never)
  static func strange(_ value: Value) -> Pattern? {
    if !containsUnequalPart(value) { return nil }
    return .value(value) { isWhollyUnchanged($1, from: $0) }
  }
}

/// Creates a pattern from a predicate with a name for diagrams and reports.
///
/// ```swift
/// .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut
/// ```
public func matching<Value>(_ name: String, _ predicate: @escaping (Value) -> Bool) -> Pattern<Value> {
  .guarded(name: name, predicate)
}

/// Matches every state, or every input: `.reset | any => .initial`.
public func any<Value>(_ value: Value) -> Bool { true }

/// Matches every state, or every input: the function `any`, under a name that no framework or application
/// has.
public func anyValue<Value>(_ value: Value) -> Bool { any(value) }
