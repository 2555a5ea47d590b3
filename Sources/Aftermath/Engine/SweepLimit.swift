/// The size at which a list is searched for ended elements: twice the number that the last search has kept.
///
/// A search then costs O(1) for each element that was added since. A list that is searched whenever its
/// storage is full would be searched at each addition while few of many elements end.
struct SweepLimit: Sendable {
  private var limit = 16

  /// Returns true if a list with this number of elements is searched before the next is added.
  func isReached(by count: Int) -> Bool { count >= limit }

  /// Records a search after which this number of elements is left.
  mutating func keep(_ count: Int) { limit = max(16, 2 * count) }
}
