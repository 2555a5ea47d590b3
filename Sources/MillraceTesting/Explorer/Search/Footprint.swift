/// The places that a step of a run reads and writes, as codes.
///
/// Two steps of different fibers may be swapped without visible effect when neither writes a place that the
/// other reads or writes.
struct Footprint: Hashable, Sendable {
  /// A code for something that steps read and write.
  typealias Place = UInt64

  private(set) var reads: [Place] = []
  private(set) var writes: [Place] = []
  /// The fibers that could continue before the step and ended with it.
  private(set) var ended: [FiberKey] = []

  mutating func read(_ place: Place) {
    if !reads.contains(place) { reads.append(place) }
  }

  mutating func write(_ place: Place) {
    if !writes.contains(place) { writes.append(place) }
  }

  mutating func end(_ fiber: FiberKey) {
    if !ended.contains(fiber) { ended.append(fiber) }
  }

  /// Removes all places; their memory is used again, unless another value has it.
  mutating func removeAll() {
    reads.removeAll(keepingCapacity: true)
    writes.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
  }

  mutating func formUnion(_ other: Footprint) {
    for place in other.reads { read(place) }
    for place in other.writes { write(place) }
    for fiber in other.ended { end(fiber) }
  }

  /// Returns true when the order of the two steps matters.
  ///
  /// O(places × places); steps touch a handful.
  func conflicts(with other: Footprint) -> Bool {
    for place in writes where other.writes.contains(place) || other.reads.contains(place) { return true }
    for place in reads where other.writes.contains(place) { return true }
    return false
  }
}

extension Footprint.Place {
  /// The turns of the flows: every step at the stores' home.
  static let home: Self = 1
  /// The clock's present time, and its sleepers.
  static let time: Self = 2
  /// Posts to a flow that have not come home.
  static let posted: Self = 3
  /// The sources of random numbers and identifiers.
  static let chance: Self = 4
  /// State out of sight: the application's actors, and continuations that one task resumes for another.
  static let unseen: Self = 5
  /// Unseen handles of tasks that some code cancels or waits for, such as those that the application's actors
  /// hold.
  static let handles: Self = 9
  /// The ends of tasks that are no child tasks, and whose value any code may wait for.
  static let values: Self = 10
  /// The cancellations of all fibers.
  static let cancellations: Self = 7
  /// The ends of effects that nothing waits for.
  static let ends: Self = 8
  /// The places that a rule reads after every step.
  static let visible: Self = 6
  /// The first code for a named place.
  static let firstNamed: Self = 16
}
