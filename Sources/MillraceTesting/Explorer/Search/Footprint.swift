/// What a step of a run touches, as codes of what there is to touch.
///
/// Two steps of different strands may be swapped without anybody noticing when neither writes what the other one reads
/// or writes.
struct Footprint: Hashable, Sendable {
  /// A code for something that steps read and write.
  typealias Place = UInt64

  private(set) var reads: [Place] = []
  private(set) var writes: [Place] = []
  /// The strands that could go on before and have come to their end by the step.
  private(set) var ended: [StrandKey] = []

  /// Notes that something was looked at.
  mutating func read(_ place: Place) {
    if !reads.contains(place) { reads.append(place) }
  }

  /// Notes that something was changed.
  mutating func write(_ place: Place) {
    if !writes.contains(place) { writes.append(place) }
  }

  /// Notes that a strand has come to its end.
  mutating func end(_ strand: StrandKey) {
    if !ended.contains(strand) { ended.append(strand) }
  }

  /// Takes in what another step touches.
  mutating func formUnion(_ other: Footprint) {
    for place in other.reads { read(place) }
    for place in other.writes { write(place) }
    for strand in other.ended { end(strand) }
  }

  /// Whether the order of the two matters.
  ///
  /// O(places × places); steps touch a handful.
  func conflicts(with other: Footprint) -> Bool {
    for place in writes where other.writes.contains(place) || other.reads.contains(place) { return true }
    for place in reads where other.writes.contains(place) { return true }
    return false
  }
}

extension Footprint.Place {
  /// The turns of the flows: every step that is taken at the home of the stores.
  static let home: Self = 1
  /// The present of the clock, and who sleeps on it.
  static let time: Self = 2
  /// What was posted to a flow and has not come home.
  static let posted: Self = 3
  /// The sources of chance and of identifiers.
  static let chance: Self = 4
  /// What lies out of sight: actors of the application, and continuations that one task resumes for another.
  static let unseen: Self = 5
  /// Where handles of tasks may be that somebody cancels or waits for: what actors of the application hold.
  static let handles: Self = 9
  /// Who has been cancelled, whoever it may be.
  static let cancellations: Self = 7
  /// Which effects are over that nothing waits for.
  static let ends: Self = 8
  /// What a rule looks at after every step.
  static let visible: Self = 6
  /// The first code for what has a name.
  static let firstNamed: Self = 16
}
