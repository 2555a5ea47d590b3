/// The running times of numbered queues, earliest first; equal times keep the order in which they were set.
///
/// A binary heap (J. W. J. Williams, "Algorithm 232: Heapsort", 1964) that tracks the position of each key.
/// Moving or removing a time therefore leaves no stale entry behind. A change costs O(log n) in the number of
/// running times; a lookup is O(1).
@usableFromInline
struct DeadlineHeap: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var deadline: Duration
    @usableFromInline var order: UInt64
    @usableFromInline var key: Int

    func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
  }

  @usableFromInline private(set) var entries: [Entry] = []
  /// The position in `entries` of each key, or -1.
  @usableFromInline private(set) var positions: [Int] = []
  private var lastOrder: UInt64 = 0

  @usableFromInline
  init() {}

  @usableFromInline
  var first: Entry? { entries.first }

  @_alwaysEmitIntoClient
  func deadline(of key: Int) -> Duration? {
    guard key < positions.count, positions[key] >= 0 else { return nil }
    return entries[positions[key]].deadline
  }

  /// Sets the time of a key and replaces its earlier one.
  @usableFromInline
  mutating func set(_ deadline: Duration, for key: Int) {
    while positions.count <= key { positions.append(-1) }
    lastOrder += 1
    let entry = Entry(deadline: deadline, order: lastOrder, key: key)
    if positions[key] < 0 {
      entries.append(entry)
      sift(entry, at: entries.count - 1)
    } else {
      sift(entry, at: positions[key])
    }
  }

  /// Removes the time of a key, if it has one.
  @usableFromInline
  mutating func remove(_ key: Int) {
    guard key < positions.count, positions[key] >= 0 else { return }
    let hole = positions[key]
    positions[key] = -1
    let last = entries.removeLast()
    if hole < entries.count { sift(last, at: hole) }
  }

  /// Moves the hole at `index` up or down to the position of `entry`, and stores the entry there.
  private mutating func sift(_ entry: Entry, at index: Int) {
    var hole = index
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry.isBefore(entries[parent]) else { break }
      place(entries[parent], at: hole)
      hole = parent
    }
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      guard entries[child].isBefore(entry) else { break }
      place(entries[child], at: hole)
      hole = child
    }
    place(entry, at: hole)
  }

  private mutating func place(_ entry: Entry, at index: Int) {
    entries[index] = entry
    positions[entry.key] = index
  }
}
