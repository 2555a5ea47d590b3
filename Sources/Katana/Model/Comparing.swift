/// Returns whether two values are of one type and equal; values that cannot be compared are not.
package func areEqual(_ left: Any, _ right: Any) -> Bool {
  guard let left = left as? any Equatable else { return false }
  return left.isEqual(toAny: right)
}

extension Equatable {
  fileprivate func isEqual(toAny other: Any) -> Bool { other as? Self == self }
}
