import Millrace
import MillraceCore

/// Ordered elements, compared with those of another such list without boxing each.
protocol ListShaped {
  var elementCount: Int { get }
  func element(at position: Int) -> Any
  /// Returns the id of the element at this position; nil when its position names it.
  func key(at position: Int) -> Any?
  /// Returns the steps from this list to another of its type; nil for another type.
  ///
  /// `same` compares elements that have no `==`.
  func steps(to new: Any, same: (Any, Any) -> Bool) -> ListSteps?
}

/// The limits of the comparisons that also find moved elements, by `==` or by the parts of the elements.
private enum Limit {
  static let equatable = 1 << 20
  static let parts = 1 << 14
}

extension Array: ListShaped {
  var elementCount: Int { count }
  func element(at position: Int) -> Any { self[position] }
  func key(at position: Int) -> Any? { nil }

  func steps(to new: Any, same: (Any, Any) -> Bool) -> ListSteps? {
    guard let new = new as? [Element] else { return nil }
    if isSameBuffer(self, new) { return ListSteps(count: count, changed: []) }
    let match = (Element.self as? any Identifiable.Type).flatMap { identityMatch(self, new, $0) }
    guard let type = Element.self as? any Equatable.Type else {
      return ListSteps(oldCount: count, newCount: new.count, limit: Limit.parts, match: match) {
        same(self[$0], new[$1])
      }
    }
    return equatableSteps(self, new, type, match: match)
  }
}

extension ContiguousArray: ListShaped {
  var elementCount: Int { count }
  func element(at position: Int) -> Any { self[position] }
  func key(at position: Int) -> Any? { nil }

  func steps(to new: Any, same: (Any, Any) -> Bool) -> ListSteps? {
    (new as? Self).flatMap { Array(self).steps(to: Array($0), same: same) }
  }
}

extension ArraySlice: ListShaped {
  var elementCount: Int { count }
  func element(at position: Int) -> Any { self[startIndex + position] }
  func key(at position: Int) -> Any? { nil }

  func steps(to new: Any, same: (Any, Any) -> Bool) -> ListSteps? {
    (new as? Self).flatMap { Array(self).steps(to: Array($0), same: same) }
  }
}

extension RowTable: ListShaped {
  var elementCount: Int { count }
  func element(at position: Int) -> Any { rows[position] }
  func key(at position: Int) -> Any? { ids[position] }

  func steps(to new: Any, same: (Any, Any) -> Bool) -> ListSteps? {
    guard let new = new as? Self else { return nil }
    if let touched = positionsTouched(in: new) {
      let rows = Row.self as? any Equatable.Type
      return ListSteps(
        count: count,
        changed: touched.filter { position in
          let (here, there) = (self.rows[position], new.rows[position])
          return !(rows.flatMap { equality(here, there, $0) } ?? same(here, there))
        })
    }
    let (oldIDs, oldRows) = columns
    let (newIDs, newRows) = new.columns
    let match = { (_: Range<Int>, _: Range<Int>) in
      { (here: Int, there: Int) in isUnchanged(newIDs[there], from: oldIDs[here]) }
    }
    guard let type = Row.self as? any Equatable.Type else {
      return ListSteps(oldCount: count, newCount: new.count, limit: Limit.parts, match: match) {
        isUnchanged(newIDs[$1], from: oldIDs[$0]) && same(oldRows[$0], newRows[$1])
      }
    }
    return equatableSteps(oldRows, newRows, type, match: match) {
      isUnchanged(newIDs[$1], from: oldIDs[$0])
    }
  }

  /// The ids and the rows, read in one pass, because a pass is slow where the types are not known statically.
  private var columns: (ids: [ID], rows: [Row]) {
    var columns: (ids: [ID], rows: [Row]) = ([], [])
    columns.ids.reserveCapacity(count)
    columns.rows.reserveCapacity(count)
    for (id, row) in self {
      columns.ids.append(id)
      columns.rows.append(row)
    }
    return columns
  }

  /// Returns the positions of updated rows in a table that was made from this one by updates alone.
  ///
  /// Nil when there were other changes, or when the changes are not known.
  private func positionsTouched(in new: Self) -> [Int]? {
    switch new.changes(since: changeStamp) {
    case .unchanged: return []
    case .unknown: return nil
    case .changed(let changes):
      guard changes.allSatisfy({ $0.kind == .updated }) else { return nil }
      return Set(changes.map(\.id)).compactMap { new.position(of: $0) }.sorted()
    }
  }
}

/// Returns true for two references to one buffer, whose elements are the same without a comparison.
private func isSameBuffer<Element>(_ old: [Element], _ new: [Element]) -> Bool {
  // Sound: the addresses are compared while both buffers are lent, and not used.
  old.count == new.count
    && old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in old.baseAddress == new.baseAddress }
    }
}

/// Returns the steps between two arrays, with the type of their elements opened.
private func equatableSteps<Element, Opened: Equatable>(
  _ old: [Element], _ new: [Element], _: Opened.Type,
  match: ((Range<Int>, Range<Int>) -> (Int, Int) -> Bool)?, and alsoSame: ((Int, Int) -> Bool)? = nil
) -> ListSteps? {
  // Cast by way of `Any`: a cast from array to array would convert element by element.
  let (boxedOld, boxedNew): (Any, Any) = (old, new)
  guard let old = boxedOld as? [Opened], let new = boxedNew as? [Opened] else { return nil }
  // Sound: the buffers are read within the closures that lend them, at positions below their counts.
  return old.withUnsafeBufferPointer { old in
    new.withUnsafeBufferPointer { new in
      // Elements are taken apart only where they have been paired.
      guard let alsoSame else {
        return ListSteps(oldCount: old.count, newCount: new.count, limit: Limit.equatable, match: match) {
          isUnchanged(new[$1], from: old[$0])
        }.filtered { isWhollyUnchanged(new[$1], from: old[$0]) }
      }
      return ListSteps(oldCount: old.count, newCount: new.count, limit: Limit.equatable, match: match) {
        alsoSame($0, $1) && isUnchanged(new[$1], from: old[$0])
      }.filtered { alsoSame($0, $1) && isWhollyUnchanged(new[$1], from: old[$0]) }
    }
  }
}

/// Returns a closure that compares ids; nil where the id only identifies an instance.
private func identityMatch<Element, Opened: Identifiable>(
  _ old: [Element], _ new: [Element], _: Opened.Type
) -> ((Range<Int>, Range<Int>) -> (Int, Int) -> Bool)? {
  let (boxedOld, boxedNew): (Any, Any) = (old, new)
  guard Opened.ID.self != ObjectIdentifier.self, let old = boxedOld as? [Opened],
    let new = boxedNew as? [Opened]
  else { return nil }
  return { oldRange, newRange in
    let oldIDs = old[oldRange].map(\.id)
    let newIDs = new[newRange].map(\.id)
    return { isUnchanged(newIDs[$1 - newRange.lowerBound], from: oldIDs[$0 - oldRange.lowerBound]) }
  }
}
