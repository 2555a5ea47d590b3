/// Binary search, for what a table keeps in ascending order.
@usableFromInline
enum TableSearch {
  /// The first number in 0..<count that fulfils the predicate, or `count`; all that follow it must do so too.
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
