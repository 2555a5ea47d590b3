/// Counts which of the ranks 0..<n are in a set, below any rank, in O(log n).
///
/// By P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience
/// 24 (1994).
struct RankCount {
  private var sums: [Int]

  /// The set with all ranks that `isIn` says true for.
  ///
  /// O(n).
  init(count: Int, isIn: (Int) -> Bool) {
    sums = [Int](repeating: 0, count: count + 1)
    for node in stride(from: 1, through: count, by: 1) {
      if isIn(node - 1) { sums[node] += 1 }
      let parent = node + (node & -node)
      if parent <= count { sums[parent] += sums[node] }
    }
  }

  /// Takes a rank that is in the set out of it.
  mutating func remove(_ rank: Int) {
    var node = rank + 1
    while node < sums.count {
      sums[node] -= 1
      node += node & -node
    }
  }

  /// How many ranks below this one are in the set.
  func count(below rank: Int) -> Int {
    var count = 0
    var node = rank
    while node > 0 {
      count += sums[node]
      node &= node - 1
    }
    return count
  }
}
