/// An order of things that is kept while few of them change: what has changed is sorted, and merged with what
/// has not.
struct SearchOrder {
  /// The places of what is in order, but for what is out of date.
  private var places: [Int] = []
  private var changed: Set<Int> = []

  /// What stands at a place has changed, came or went.
  mutating func note(_ place: Int) { changed.insert(place) }

  /// All places in order.
  ///
  /// O(n) when something has changed, and as many comparisons as it takes to sort that and to find its
  /// places.
  ///
  /// - Parameters:
  ///   - isThere: Whether there is something at a place.
  ///   - isBefore: Whether what is at one place comes before what is at another; no two are equal in it.
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
  /// The index of the first element of which something is true that is so of all after it; the end index for
  /// none.
  fileprivate func firstPlace(where isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
