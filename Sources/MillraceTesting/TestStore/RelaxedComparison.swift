/// A comparison of the asserted parts of a state, whatever else has changed.
///
/// A closure that changes a state does not say what it leaves alone. That can only be found by calling it:
/// once with the state before, and once with the state after. A part counts as asserted when one of the calls
/// has changed it: `count += 1` changes it in both, `name = "ada"` in the one where it was another.
struct RelaxedComparison {
  /// The styles of values whose parts with the same labels correspond.
  private static let divisible: [Mirror.DisplayStyle?] = [.struct, .tuple, .enum, .optional, .collection]

  /// The state before; `expected` is the closure's result for it.
  let before: Any
  let expected: Any
  /// The state after; `touched` is the closure's result for it.
  let after: Any
  let touched: Any

  /// True when every asserted part is as expected.
  var isFulfilled: Bool {
    if areEqual(expected, after) { return true }
    if areEqual(expected, before) && areEqual(touched, after) { return true }
    guard let parts else { return false }
    return parts.allSatisfy(\.isFulfilled)
  }

  /// The comparisons part by part; nil where the values have no corresponding parts.
  private var parts: [RelaxedComparison]? {
    let mirrors = [before, expected, after, touched].map { Mirror(reflecting: $0) }
    let lists = mirrors.map { Array($0.children) }
    let labels = lists[0].map(\.label)
    guard !labels.isEmpty, Self.divisible.contains(mirrors[0].displayStyle),
      !drawsItself(mirrors[0].displayStyle),
      mirrors.allSatisfy({ $0.displayStyle == mirrors[0].displayStyle }),
      lists.allSatisfy({ $0.map(\.label) == labels })
    else { return nil }
    return labels.indices.map { index in
      RelaxedComparison(
        before: lists[0][index].value, expected: lists[1][index].value, after: lists[2][index].value,
        touched: lists[3][index].value)
    }
  }

  /// Returns true when the type has a custom mirror, which may leave parts out.
  ///
  /// Lists and optionals have one as well, and leave out nothing.
  private func drawsItself(_ style: Mirror.DisplayStyle?) -> Bool {
    before is any CustomReflectable && style != .optional && style != .collection
  }

  private func areEqual(_ left: Any, _ right: Any) -> Bool { Difference(from: left, to: right) == nil }
}
