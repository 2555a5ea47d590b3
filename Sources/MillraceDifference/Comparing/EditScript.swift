/// A longest common subsequence of two lists: the elements that stay.
///
/// The search of the standard library cannot be given up; this one can.
///
/// By Eugene W. Myers, *An O(ND) Difference Algorithm and Its Variations*, Algorithmica 1 (1986), the greedy
/// variant. N is the length of both lists together and D the number of elements that do not stay; time is
/// O(ND), space O(D²).
struct EditScript {
  /// The positions of the elements that stay, in order.
  let kept: [(old: Int, new: Int)]

  /// The maximum number of insertions and removals before the search is given up; its memory grows with the
  /// square.
  static let mostEdits = 1_000

  /// Finds the elements that stay between the positions `old` and the positions `new`.
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

  /// Returns true when the path to a diagonal comes from the one above it, by an insertion.
  private static func isInsertion(_ diagonal: Int, edits: Int, furthest: (Int) -> Int) -> Bool {
    diagonal == -edits || (diagonal != edits && furthest(diagonal - 1) < furthest(diagonal + 1))
  }

  /// Returns the matches on the path that was found, from its end back through the history of each number of
  /// edits.
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
