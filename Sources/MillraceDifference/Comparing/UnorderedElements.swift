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
    // With nothing removed and the same number of elements, nothing can have been inserted.
    if missing.isEmpty && count == new.count { return [] }
    let (_, removed, inserted) = pairs(
      of: Array(missing), and: new.filter { !contains($0) }, by: \.self, preferring: { _, _ in true })
    return removed.map { UnorderedChange(key: nil, old: $0, new: nil) }
      + inserted.map { UnorderedChange(key: nil, old: nil, new: $0) }
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
    var missing: [Element] = []
    for (key, value) in self {
      if let now = new[key] {
        if !same(value, now) { changes.append(UnorderedChange(key: key, old: value, new: now)) }
      } else {
        missing.append((key, value))
      }
    }
    guard !missing.isEmpty || new.count > count else { return changes }
    let (kept, removed, inserted) = pairs(of: missing, and: new.filter { self[$0.key] == nil }, by: \.key) {
      same($0.value, $1.value)
    }
    for (old, now) in kept where !same(old.value, now.value) {
      changes.append(UnorderedChange(key: old.key, old: old.value, new: now.value))
    }
    changes += removed.map { UnorderedChange(key: $0.key, old: $0.value, new: nil) }
    return changes + inserted.map { UnorderedChange(key: $0.key, old: nil, new: $0.value) }
  }
}

/// Returns the elements that are in both lists under one key, and those that are only in one.
///
/// Only keys that are unequal to themselves are looked for: a dictionary does not find those, not even in
/// itself. Of several with one key, a preferred pair is found first.
private func pairs<Element, Key: Hashable>(
  of old: [Element], and new: [Element], by key: (Element) -> Key,
  preferring isPreferred: (_ old: Element, _ new: Element) -> Bool
) -> (kept: [(Element, Element)], removed: [Element], inserted: [Element]) {
  if old.isEmpty || new.isEmpty { return ([], old, new) }
  var kept: [(Element, Element)] = []
  var removed: [Element] = []
  var places = Dictionary(
    grouping: new.indices.filter { containsUnequalPart(key(new[$0])) }, by: { WholeKey(key(new[$0])) })
  var paired: Set<Int> = []
  for element in old {
    let own = WholeKey(key(element))
    let found = places[own].flatMap { places in
      places.firstIndex { isPreferred(element, new[$0]) } ?? places.indices.last
    }
    if let found, let place = places[own]?.remove(at: found) {
      kept.append((element, new[place]))
      paired.insert(place)
    } else {
      removed.append(element)
    }
  }
  return (kept, removed, new.indices.filter { !paired.contains($0) }.map { new[$0] })
}

private func equatableChanges<Key, Value, Opened: Equatable>(
  _ old: [Key: Value], _ new: [Key: Value], _: Opened.Type
) -> [UnorderedChange]? {
  let (boxedOld, boxedNew): (Any, Any) = (old, new)
  guard let old = boxedOld as? [Key: Opened], let new = boxedNew as? [Key: Opened] else { return nil }
  // One buffer is equal to itself without a look at its elements.
  if isUnchanged(new, from: old) { return [] }
  return old.valueChanges(to: new) { isWhollyUnchanged($1, from: $0) }
}
