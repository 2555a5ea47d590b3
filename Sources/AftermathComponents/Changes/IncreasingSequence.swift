/// The search for a longest increasing subsequence: the elements that stay in place while the others move.
///
/// By M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11
/// (1975): it keeps, for each length, the smallest element that can end an increasing sequence of that
/// length. O(n log n) at worst; O(n) if the numbers already increase.
enum IncreasingSequence {
  /// Returns, for each index, true if its number belongs to the longest increasing subsequence.
  ///
  /// The numbers must differ from each other.
  static func members(of numbers: [Int]) -> [Bool] {
    /// At `length - 1`: the index of the number that ends the best sequence of that length.
    var ends: [Int] = []
    /// For each index, the index of its predecessor; -1 for the first of a sequence.
    var before: [Int] = []
    before.reserveCapacity(numbers.count)
    for (place, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      if let last = ends.last, numbers[last] < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before.append(low == 0 ? -1 : ends[low - 1])
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var members = [Bool](repeating: false, count: numbers.count)
    var place = ends.last ?? -1
    while place >= 0 {
      members[place] = true
      place = before[place]
    }
    return members
  }
}
