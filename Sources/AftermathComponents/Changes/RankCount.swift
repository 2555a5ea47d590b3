/// A set of the ranks 0..<n that counts its members below any rank in O(log n).
///
/// By P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
/// Experience 24 (1994).
struct RankCount {
  private var sums: [Int]

  /// Creates the set of all ranks for which `isIn` is true, in O(n).
  init(count: Int, isIn: (Int) -> Bool) {
    sums = [Int](repeating: 0, count: count + 1)
    for node in stride(from: 1, through: count, by: 1) {
      if isIn(node - 1) { sums[node] += 1 }
      let parent = node + (node & -node)
      if parent <= count { sums[parent] += sums[node] }
    }
  }

  /// Removes a rank, which must be in the set.
  mutating func remove(_ rank: Int) {
    var node = rank + 1
    while node < sums.count {
      sums[node] -= 1
      node += node & -node
    }
  }

  /// Returns the number of lower ranks in the set.
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
