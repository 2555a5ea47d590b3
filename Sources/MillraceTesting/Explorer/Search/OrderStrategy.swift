/// The name of a fiber, derived from its origin; runs with the same origin have the same name.
typealias FiberKey = UInt64

/// A fiber that can take a step now.
struct Move: Hashable, Sendable {
  let fiber: FiberKey
  /// The number of the fiber in its run, in order of appearance; for schedules that people copy.
  let ordinal: Int
  /// The step that made it possible; nil for moves possible from the beginning, and for the clock.
  let enabler: Int?

  /// The fiber of the clock, which is always the same.
  static let clock: FiberKey = 0
}

/// A strategy that chooses the order of each run.
protocol OrderStrategy {
  /// True when the strategy needs calls of ``arrived(at:)``.
  var wantsStates: Bool { get }
  mutating func begin()
  /// Receives the digest of the run before its next step: the steps so far, with the states between them.
  mutating func saw(_ digest: UInt64) throws(OrderProblem)
  /// Chooses the next step among one or more possible ones; nil abandons the run as redundant.
  ///
  /// `last` is the fiber of the previous step.
  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int?
  /// Chooses one of `count` answers, in the middle of a step.
  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int
  /// Records the footprint of the chosen step.
  mutating func took(_ footprint: Footprint) throws(OrderProblem)
  /// Records that a state was reached; returns false to abandon the run, because the state is known.
  mutating func arrived(at state: UInt64) -> Bool
  /// Ends a run, which a bound may have cut; returns true when there is another one.
  mutating func end(wasCut: Bool) -> Bool
}

/// A strategy that ignores states and footprints, and makes one run.
extension OrderStrategy {
  var wantsStates: Bool { false }
  mutating func begin() {}
  mutating func saw(_ digest: UInt64) {}
  mutating func took(_ footprint: Footprint) {}
  mutating func arrived(at state: UInt64) -> Bool { true }
  mutating func end(wasCut: Bool) -> Bool { false }
}

/// The reason why a strategy cannot continue.
enum OrderProblem: Error, Hashable {
  /// The same choices had another result than before.
  case diverged(step: Int)
  /// A schedule requires a step that is not possible.
  case notPossible(step: Int)
}
