import MillraceCore

/// The element in a set or under a key, before and after.
struct UnorderedChange {
  /// The key; nil in a set.
  let key: Any?
  let old: Any?
  let new: Any?
}

/// Unordered elements, compared with those of another such value without boxing each.
protocol UnorderedElements {
  /// The literal for no elements.
  var emptyText: String { get }
  var elementCount: Int { get }
  /// The elements with their keys, in no order.
  var elements: [(key: Any?, value: Any)] { get }
  /// Returns the changes to another value of this type, in no order; nil for another type.
  ///
  /// `same` compares values that have no `==`.
  func changes(to new: Any, same: (Any, Any) -> Bool) -> [UnorderedChange]?
}

extension Set: UnorderedElements {
  var emptyText: String { "[]" }
  var elementCount: Int { count }
  var elements: [(key: Any?, value: Any)] { map { (nil, $0) } }

  func changes(to new: Any, same: (Any, Any) -> Bool) -> [UnorderedChange]? {
    guard let new = new as? Self else { return nil }
    // One buffer is equal to itself without a look at its elements.
    if isUnchanged(new, from: self) { return [] }
    let missing = filter { !new.contains($0) }
    if missing.contains(where: containsUnequalPart), isWhollyUnchanged(new, from: self) { return [] }
    let removed = missing.map { UnorderedChange(key: nil, old: $0, new: nil) }
    // With nothing removed and the same number of elements, nothing can have been inserted.
    if removed.isEmpty && count == new.count { return [] }
    return removed
      + new.filter { !contains($0) }.map { UnorderedChange(key: nil, old: nil, new: $0) }
  }
}

extension Dictionary: UnorderedElements {
  var emptyText: String { "[:]" }
  var elementCount: Int { count }
  var elements: [(key: Any?, value: Any)] { map { ($0.key, $0.value) } }

  func changes(to new: Any, same: (Any, Any) -> Bool) -> [UnorderedChange]? {
    guard let new = new as? Self else { return nil }
    if let type = Value.self as? any Equatable.Type { return equatableChanges(self, new, type) }
    return valueChanges(to: new) { same($0, $1) }
  }

  fileprivate func valueChanges(to new: Self, _ same: (Value, Value) -> Bool) -> [UnorderedChange] {
    var changes: [UnorderedChange] = []
    var missing = 0
    for (key, value) in self {
      guard let now = new[key] else {
        missing += 1
        changes.append(UnorderedChange(key: key, old: value, new: nil))
        continue
      }
      if !same(value, now) { changes.append(UnorderedChange(key: key, old: value, new: now)) }
    }
    guard new.count > count - missing else { return changes }
    for (key, value) in new where self[key] == nil {
      changes.append(UnorderedChange(key: key, old: nil, new: value))
    }
    return changes
  }
}

private func equatableChanges<Key, Value, Opened: Equatable>(
  _ old: [Key: Value], _ new: [Key: Value], _: Opened.Type
) -> [UnorderedChange]? {
  let (boxedOld, boxedNew): (Any, Any) = (old, new)
  guard let old = boxedOld as? [Key: Opened], let new = boxedNew as? [Key: Opened] else { return nil }
  // One buffer is equal to itself without a look at its elements.
  if isUnchanged(new, from: old) { return [] }
  let hasUnequalKey = old.keys.contains { new[$0] == nil && containsUnequalPart($0) }
  if hasUnequalKey, isWhollyUnchanged(new, from: old) { return [] }
  return old.valueChanges(to: new) { isWhollyUnchanged($1, from: $0) }
}
