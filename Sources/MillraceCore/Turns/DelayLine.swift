/// Elements that wait for their times, returned in order of time, then of arrival.
///
/// A binary heap: adding or removing an element costs O(log n) in the waiting ones.
public struct DelayLine<Element> {
  private struct Entry {
    let time: Duration
    let order: UInt64
    let element: Element

    func isBefore(_ other: Entry) -> Bool {
      (time, order) < (other.time, other.order)
    }
  }

  private var heap: [Entry] = []
  private var order: UInt64 = 0

  /// Creates a line without elements.
  public init() {}

  /// The number of waiting elements.
  public var count: Int { heap.count }

  /// The time at which the next element is due, on the caller's time line; nil if none waits.
  public var nextTime: Duration? { heap.first?.time }

  /// The waiting elements with their times, the next one first; O(n log n).
  public var waiting: [(time: Duration, element: Element)] {
    heap.sorted { $0.isBefore($1) }.map { ($0.time, $0.element) }
  }

  /// Adds an element that waits until `time`.
  public mutating func add(_ element: Element, until time: Duration) {
    heap.append(Entry(time: time, order: order, element: element))
    order += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if !heap[child].isBefore(heap[parent]) { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes the elements that satisfy the predicate; O(n log n) if there is one.
  public mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    let kept = heap.filter { !isUnwanted($0.element) }
    // A sorted array is a heap.
    if kept.count < heap.count { heap = kept.sorted { $0.isBefore($1) } }
  }

  /// Removes and returns the first element that is due at `now`; nil if none is.
  public mutating func take(at now: Duration) -> Element? {
    guard let first = heap.first, first.time <= now else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return first.element }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in (2 * parent + 1)..<(2 * parent + 3)
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      if least == parent { return first.element }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
