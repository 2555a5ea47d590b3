/// What a row of a table takes: an input, or the state it comes from.
public enum Pattern<Value> {
  /// All of them.
  case any
  /// One, which is equal to this.
  case value(Value, isEqual: (Value, Value) -> Bool)
  /// Those that satisfy the predicate, which diagrams and reports call by its name.
  case guarded(name: String?, (Value) -> Bool)

  /// Whether it takes a value.
  @inlinable
  public func matches(_ value: Value) -> Bool {
    switch self {
    case .any: true
    case .value(let own, let isEqual): isEqual(own, value)
    case .guarded(_, let predicate): predicate(value)
    }
  }

  /// What a report calls it.
  public var name: String {
    switch self {
    case .any: "any"
    case .value(let value, _): "\(value)"
    case .guarded(let name, _): name ?? "a predicate"
    }
  }

  /// The pattern for a whole in which `part` finds what this one is about; a whole without it is not taken.
  public func lifted<Whole>(_ part: @escaping (Whole) -> Value?) -> Pattern<Whole> {
    switch self {
    case .any: .guarded(name: nil) { part($0) != nil }
    case .value, .guarded: .guarded(name: name) { part($0).map(matches) ?? false }
    }
  }
}

/// A predicate with a name, by which diagrams and reports call it.
///
/// ```swift
/// .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut
/// ```
public func matching<Value>(_ name: String, _ predicate: @escaping (Value) -> Bool) -> Pattern<Value> {
  .guarded(name: name, predicate)
}

/// Takes every state, or every input: `.reset | any => .initial`.
public func any<Value>(_ value: Value) -> Bool { true }

/// Takes every state, or every input: the function `any`, under a name that no framework or application has.
public func anyValue<Value>(_ value: Value) -> Bool { any(value) }
