/// Which elements of one list stay in another: a longest common subsequence of both.
///
/// By Eugene W. Myers, *An O(ND) Difference Algorithm and Its Variations*, Algorithmica 1 (1986), the greedy
/// variant. N is the length of both lists together and D how many elements do not stay; time is O(ND), space O(D²).
struct EditScript {
  /// The positions of what stays, in order.
  let kept: [(old: Int, new: Int)]

  /// How many elements may come and go before the search is given up; what it remembers grows with the square.
  static let mostEdits = 1_000

  /// Finds what stays of the elements at the positions `old` in those at the positions `new`.
  ///
  /// Returns nil when that takes more than ``mostEdits`` edits or `limit` calls of `matches`.
  init?(old: Range<Int>, new: Range<Int>, limit: Int, matches: (Int, Int) -> Bool) {
    if old.isEmpty || new.isEmpty {
      kept = []
      return
    }
    let mostEdits = min(old.count + new.count, Self.mostEdits)
    // The furthest position in the old list on each diagonal (old position less new position), from diagonal
    // -mostEdits - 1 on.
    let middle = mostEdits + 1
    var furthest = Array(repeating: 0, count: 2 * middle + 1)
    var history: [[Int]] = []
    var calls = 0
    for edits in 0...mostEdits {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let isInsertion = Self.isInsertion(diagonal, edits: edits) { furthest[middle + $0] }
        var here = isInsertion ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        if edits == 0 { here = 0 }
        // A diagonal may have left the lists; there is nothing to compare then.
        while here < old.count, here - diagonal < new.count, here - diagonal >= 0 {
          calls += 1
          if calls > limit { return nil }
          guard matches(old.lowerBound + here, new.lowerBound + here - diagonal) else { break }
          here += 1
        }
        furthest[middle + diagonal] = here
        if here == old.count, here - diagonal == new.count {
          kept = Self.path(
            back: history, from: (old.count, new.count), edits: edits
          ).map { (old.lowerBound + $0.old, new.lowerBound + $0.new) }
          return
        }
      }
      history.append(Array(furthest[(middle - edits)...(middle + edits)]))
    }
    return nil
  }

  /// Whether the path to a diagonal comes from the one above it, by an insertion, and not by a removal.
  private static func isInsertion(_ diagonal: Int, edits: Int, furthest: (Int) -> Int) -> Bool {
    diagonal == -edits || (diagonal != edits && furthest(diagonal - 1) < furthest(diagonal + 1))
  }

  /// The matches on the way that was found, from its end back through what was remembered of each number of edits.
  private static func path(
    back history: [[Int]], from end: (old: Int, new: Int), edits: Int
  ) -> [(old: Int, new: Int)] {
    var kept: [(old: Int, new: Int)] = []
    var (here, there) = end
    for edits in stride(from: edits, to: 0, by: -1) {
      let before = history[edits - 1]
      let furthest = { (diagonal: Int) in before[diagonal + edits - 1] }
      let diagonal = here - there
      let isInsertion = isInsertion(diagonal, edits: edits, furthest: furthest)
      let origin = isInsertion ? diagonal + 1 : diagonal - 1
      let start = furthest(origin)
      let afterEdit = isInsertion ? start : start + 1
      while here > afterEdit {
        here -= 1
        there -= 1
        kept.append((here, there))
      }
      here = start
      there = start - origin
    }
    while here > 0 {
      here -= 1
      kept.append((here, here))
    }
    return kept.reversed()
  }
}
