import MillraceCore

/// A pair of class instances that are compared with each other.
struct InstancePair: Hashable {
  let old: ObjectIdentifier
  let new: ObjectIdentifier

  /// Creates a pair; nil unless both values are instances of classes.
  init?(_ old: Any, _ new: Any) {
    guard type(of: old) is AnyClass, type(of: new) is AnyClass else { return nil }
    self.old = ObjectIdentifier(old as AnyObject)
    self.new = ObjectIdentifier(new as AnyObject)
  }

  var isOneInstance: Bool { old == new }
}

/// A comparison of two values, by `==` where there is one, else by their parts.
///
/// An instance of a class is the same as itself. In a cycle of instances each pair is compared once. The
/// comparison is not recursive, so that every depth is possible.
struct DeepEquality {
  /// The pairs that were met; they count as the same unless another part differs.
  private var met: Set<InstancePair>
  private var open: [(old: Any, new: Any)] = []

  /// The number of values with custom mirrors that were met.
  private var drawnCount = 0
  /// The maximum number of values with custom mirrors; beyond it two values count as different.
  ///
  /// Such a mirror may show the value itself, and would never end.
  private static let drawnLimit = 1_000

  /// True if values that are unequal by their `==` are not taken apart, because the caller does.
  private let isQuick: Bool

  /// Compares two values; the differences of the pairs in `assumed` are found by the caller.
  static func holds(
    _ old: Any, _ new: Any, assuming assumed: Set<InstancePair> = [], isQuick: Bool = false
  ) -> Bool {
    var sameness = DeepEquality(met: assumed, isQuick: isQuick)
    sameness.open.append((old, new))
    while let (old, new) = sameness.open.popLast() {
      guard sameness.compares(old, new) else { return false }
    }
    return true
  }

  /// Compares two values except for their parts, which are left to be compared.
  private mutating func compares(_ old: Any, _ new: Any) -> Bool {
    if areEqualBoxes(old, new) { return true }
    let (old, new) = (unwrapped(old), unwrapped(new))
    if let old = old as? any RedactedValue, let new = new as? any RedactedValue {
      open.append((old.hiddenValue, new.hiddenValue))
      return true
    }
    if let pair = InstancePair(old, new) {
      if pair.isOneInstance { return true }
      if let verdict = instanceEquality(old, new) { return verdict }
      guard met.insert(pair).inserted else { return true }
    }
    guard type(of: old) == type(of: new) else { return false }
    if let type = type(of: old) as? any Equatable.Type,
      let verdict = equality(old, new, type, isQuick: isQuick)
    {
      return verdict
    }
    let drawsItself = old is any CustomReflectable
    switch (Shape(of: old), Shape(of: new)) {
    case (.string(let old), .string(let new)): return old == new
    case (.instance, _), (_, .instance): return false
    case (.list(let old), .list(let new)):
      guard old.elementCount == new.elementCount else { return false }
      for position in 0..<old.elementCount {
        if let old = old.key(at: position), let new = new.key(at: position) { open.append((old, new)) }
        open.append((old.element(at: position), new.element(at: position)))
      }
      return true
    case (.gathering(let old), .gathering(let new)):
      guard old.elementCount == new.elementCount else { return false }
      var pairs: [(Any, Any)] = []
      let changes = old.changes(to: new) { old, new in
        pairs.append((old, new))
        return true
      }
      open += pairs
      return changes?.isEmpty ?? false
    case (.fields(let old), .fields(let new)):
      if drawsItself { drawnCount += 1 }
      if drawnCount > Self.drawnLimit { return false }
      return old.name == new.name && add(old, new)
    case (.text(let oldText), .text(let newText)):
      // A description may say less than the fields do.
      return oldText == newText && add(Fields(of: old, .marked), Fields(of: new, .marked))
    default: return false
    }
  }

  private mutating func add(_ old: Fields, _ new: Fields) -> Bool {
    guard old.labels == new.labels else { return false }
    open += zip(old.children, new.children).map { ($0.value, $1.value) }
    return true
  }
}

/// Returns true when two boxes for hashable values are equal, as are those of `1` and `1.0`.
func areEqualBoxes(_ old: Any, _ new: Any) -> Bool {
  guard type(of: old) == AnyHashable.self, type(of: new) == AnyHashable.self else { return false }
  return equality(old, new, AnyHashable.self) ?? false
}

/// Returns true when two values of a type are the same; nil when one of them is of another type.
///
/// With `isQuick` values that are unequal by their `==` are not taken apart.
func equality<Value: Equatable>(
  _ old: Any, _ new: Any, _: Value.Type, isQuick: Bool = false
) -> Bool? {
  guard let old = old as? Value, let new = new as? Value else { return nil }
  return isQuick ? isUnchanged(new, from: old) : isWhollyUnchanged(new, from: old)
}

/// Returns the result of the nearest common class's `==`; nil when it has none.
private func instanceEquality(_ old: Any, _ new: Any) -> Bool? {
  if type(of: old) == type(of: new) {
    return (type(of: old) as? any Equatable.Type).flatMap { equality(old, new, $0) }
  }
  var mirror: Mirror? = Mirror(reflecting: old)
  while let here = mirror {
    if let type = here.subjectType as? any Equatable.Type, let verdict = equality(old, new, type) {
      return verdict
    }
    mirror = here.superclassMirror
  }
  return nil
}

private protocol OptionalShaped {
  var wrapped: Any? { get }
}

extension Optional: OptionalShaped {
  fileprivate var wrapped: Any? { self }
}

/// Returns the value in an optional, or in a box for hashable values of any type; `nil` stays as it is.
func unwrapped(_ value: Any) -> Any {
  var value = value
  while true {
    if type(of: value) is any OptionalShaped.Type, let optional = value as? any OptionalShaped {
      guard let wrapped = optional.wrapped else { return value }
      value = wrapped
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      value = hashable.base
    } else {
      return value
    }
  }
}

func isNil(_ value: Any) -> Bool {
  (type(of: value) is any OptionalShaped.Type) && (value as? any OptionalShaped)?.wrapped == nil
}
