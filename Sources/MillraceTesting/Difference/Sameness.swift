/// Two instances of classes that are compared with each other.
struct InstancePair: Hashable {
  let old: ObjectIdentifier
  let new: ObjectIdentifier

  /// Nil unless both values are instances of classes.
  init?(_ old: Any, _ new: Any) {
    guard type(of: old) is AnyClass, type(of: new) is AnyClass else { return nil }
    self.old = ObjectIdentifier(old as AnyObject)
    self.new = ObjectIdentifier(new as AnyObject)
  }

  var isOneInstance: Bool { old == new }
}

/// Whether two values are the same, by `==` where there is one, else by their parts.
///
/// The same instance of a class is the same. Of a cycle of instances each pair is compared once. It goes on without
/// recursion, so that no depth is too deep.
struct Sameness {
  /// Pairs that were met, and are the same unless a difference is found elsewhere.
  private var met: Set<InstancePair>
  private var open: [(old: Any, new: Any)] = []

  /// How many values were met whose mirrors are of their own making.
  private var drawnCount = 0
  /// Such a mirror may show the value itself, and would never come to an end; beyond this many two values count as
  /// different.
  private static let drawnLimit = 1_000

  /// Compares two values; `assumed` are pairs whose difference would be found by somebody else.
  static func holds(_ old: Any, _ new: Any, assuming assumed: Set<InstancePair> = []) -> Bool {
    var sameness = Sameness(met: assumed)
    sameness.open.append((old, new))
    while let (old, new) = sameness.open.popLast() {
      guard sameness.compares(old, new) else { return false }
    }
    return true
  }

  private init(met: Set<InstancePair>) { self.met = met }

  /// Compares two values except for their parts, which are left to be compared.
  private mutating func compares(_ old: Any, _ new: Any) -> Bool {
    if areEqualBoxes(old, new) { return true }
    let (old, new) = (unwrapped(old), unwrapped(new))
    if let pair = InstancePair(old, new) {
      if pair.isOneInstance { return true }
      if let verdict = instanceEquality(old, new) { return verdict }
      guard met.insert(pair).inserted else { return true }
    }
    guard type(of: old) == type(of: new) else { return false }
    if let type = type(of: old) as? any Equatable.Type, let verdict = equality(old, new, type) {
      return verdict
    }
    let drawsItself = old is any CustomReflectable
    switch (Shape(of: old), Shape(of: new)) {
    case (.string(let old), .string(let new)): return old == new
    case (.instance, _), (_, .instance): return false
    case (.list(let old), .list(let new)):
      guard old.elementCount == new.elementCount else { return false }
      for position in 0..<old.elementCount {
        guard old.name(at: position) == new.name(at: position) else { return false }
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
      guard old.name == new.name, old.labels == new.labels else { return false }
      if drawsItself { drawnCount += 1 }
      if drawnCount > Self.drawnLimit { return false }
      open += zip(old.children, new.children).map { ($0.value, $1.value) }
      return true
    case (.text(let oldText), .text(let newText)):
      guard oldText == newText else { return false }
      return addFields(of: old, new)
    default: return false
    }
  }

  /// A description may say less than the parts do.
  private mutating func addFields(of old: Any, _ new: Any) -> Bool {
    let (old, new) = (Fields(of: old), Fields(of: new))
    guard old.labels == new.labels else { return false }
    open += zip(old.children, new.children).map { ($0.value, $1.value) }
    return true
  }
}

/// Whether two boxes for hashable values are equal, as are those of `1` and `1.0`.
func areEqualBoxes(_ old: Any, _ new: Any) -> Bool {
  guard type(of: old) == AnyHashable.self, type(of: new) == AnyHashable.self else { return false }
  return equality(old, new, AnyHashable.self) ?? false
}

/// Whether two values of a type are equal; nil when one of them is of another type.
func equality<Value: Equatable>(_ old: Any, _ new: Any, _: Value.Type) -> Bool? {
  guard let old = old as? Value, let new = new as? Value else { return nil }
  return old == new
}

/// Whether two instances are equal by the `==` of the nearest class that both belong to; nil when it has none.
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

/// What an optional holds, or a box for hashable values of any type; `nil` stays what it is.
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

/// Whether this is an optional without a value.
func isNil(_ value: Any) -> Bool {
  (type(of: value) is any OptionalShaped.Type) && (value as? any OptionalShaped)?.wrapped == nil
}
