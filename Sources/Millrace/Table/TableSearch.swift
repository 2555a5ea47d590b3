/// Binary search in the ascending numbers of a table.
@usableFromInline
enum TableSearch {
  /// Returns the first number in 0..<count that satisfies the predicate, or `count`; all numbers after it
  /// must satisfy the predicate too.
  @_alwaysEmitIntoClient
  static func first(below count: Int, where predicate: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
