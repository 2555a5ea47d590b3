/// Names a strand, one line of execution, by how it came about, so that it has the same name in every run in which it
/// came about in the same way.
typealias StrandKey = UInt64

/// A strand that could take a step now.
struct Move: Hashable, Sendable {
  /// Whose step it is.
  let strand: StrandKey
  /// The number of the strand in its run, in order of appearance; for schedules that people copy.
  let ordinal: Int
  /// The step that made it possible; nil for what was there from the beginning, and for the clock.
  let enabler: Int?

  /// The strand of the clock, which is always the same.
  static let clock: StrandKey = 0
}

/// What a run asks of whoever chooses: which order to try.
protocol OrderStrategy {
  /// Whether the strategy wants to know, now, which state it has ``arrived(at:)``.
  var wantsStates: Bool { get }
  /// A run begins.
  mutating func begin()
  /// Chooses the next step among those possible, which are never none; nil gives the run up as redundant.
  ///
  /// - Parameter last: Whose step the one before was, if it could go on.
  mutating func choose(_ moves: [Move], last: StrandKey?) throws(OrderProblem) -> Int?
  /// Chooses one of `count` answers, in the middle of a step.
  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int
  /// The step chosen has been taken.
  mutating func took(_ footprint: Footprint) throws(OrderProblem)
  /// A state was reached; false gives the run up as known.
  mutating func arrived(at state: UInt64) -> Bool
  /// The run is over; whether there is another one.
  ///
  /// - Parameter wasCut: Whether it was ended by a bound, and not by itself.
  mutating func end(wasCut: Bool) -> Bool
}

/// Why a strategy cannot go on.
enum OrderProblem: Error, Hashable {
  /// The same choices led to something else than before.
  case diverged(step: Int)
  /// A schedule asks for a step that is not possible.
  case notPossible(step: Int)
}
