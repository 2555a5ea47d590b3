/// A sorted order that is updated incrementally: changed elements are sorted, and merged with the unchanged
/// ones.
struct SearchOrder {
  /// The sorted positions, except for outdated ones.
  private var places: [Int] = []
  private var changed: Set<Int> = []

  /// Records that the element at a position was changed, added or removed.
  mutating func note(_ place: Int) { changed.insert(place) }

  /// Returns all positions in order.
  ///
  /// O(n) when something has changed, plus the comparisons to sort and merge the changed elements.
  ///
  /// - Parameters:
  ///   - isThere: A closure that returns whether there is an element at a position.
  ///   - isBefore: A closure that compares the elements at two positions; no two are equal.
  mutating func sorted(
    where isThere: (Int) -> Bool, by isBefore: (Int, Int) -> Bool
  ) -> [Int] {
    if changed.isEmpty { return places }
    let kept = places.filter { !changed.contains($0) }
    var merged: [Int] = []
    merged.reserveCapacity(kept.count + changed.count)
    var next = 0
    for new in changed.filter(isThere).sorted(by: isBefore) {
      let end = kept[next...].firstPlace { isBefore(new, $0) }
      merged += kept[next..<end]
      merged.append(new)
      next = end
    }
    merged += kept[next...]
    places = merged
    changed = []
    return places
  }
}

extension ArraySlice {
  /// Returns the first index from which a predicate holds for all elements, by binary search; the end index
  /// for none.
  fileprivate func firstPlace(where isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
