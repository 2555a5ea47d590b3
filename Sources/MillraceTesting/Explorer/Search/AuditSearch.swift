import Millrace

/// The orders of an audit, each unlike those before.
///
/// Uniform choices interleave all tasks, and soon repeat what a search has seen. A mistake that a search
/// misses because it does not see what tasks share mostly takes few orderings far apart: one task waits while
/// others go on. So after a uniform sample most orders starve one task, or follow priorities with few points
/// of change. Where these give an order that was seen, a uniform one follows.
struct AuditSearch: OrderStrategy {
  /// The number of uniform orders at the beginning from which the number of all orders is estimated.
  private static let sampleCount = 16

  private let count: Int
  /// The uniform strategy, the starving one, and those by priorities with none to three points of change.
  private var strategies: [any OrderStrategy]
  /// The number of orders so far.
  private var run = 0
  /// The number of orders so far that were not seen before.
  private var newCount = 0
  /// The number of orders with a strategy other than the uniform one.
  private var turn = 0
  private var present = 0
  /// True when the last order had been seen.
  private var hasRepeated = false
  /// The product of the numbers of choices in the present run.
  private var weight = 1.0
  private var sampleWeights = 0.0

  init(seed: UInt64, count: Int) {
    self.count = count
    strategies = [RandomSearch(seed: seed, runs: .max), StarvingSearch(seed: mix(seed, 4))]
    for number in 0..<4 {
      strategies.append(PrioritySearch(seed: mix(seed, UInt64(number)), runs: .max, depth: 1 + number))
    }
  }

  /// The estimated number of all orders; nil before the sample is complete.
  ///
  /// Knuth, *Estimating the efficiency of backtrack programs*, 1975.
  var estimate: Double? { run >= Self.sampleCount ? sampleWeights / Double(Self.sampleCount) : nil }

  /// True while the sample is being drawn.
  var isSampling: Bool { run < Self.sampleCount }

  mutating func begin() {
    weight = 1
    if isSampling || hasRepeated || run % 8 == 0 {
      present = 0
    } else {
      // Every second one starves a task.
      present = turn % 2 == 0 ? 1 : 2 + turn / 2 % 4
      turn += 1
    }
    strategies[present].begin()
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int? {
    weight *= Double(moves.count)
    return try strategies[present].choose(moves, last: last)
  }

  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int {
    weight *= Double(count)
    return try strategies[present].chooseAnswer(of: count)
  }

  mutating func took(_ footprint: Footprint) throws(OrderProblem) {
    try strategies[present].took(footprint)
  }

  /// Ends a run, whose order is new unless it was seen before; returns true when there is another one.
  mutating func end(isNew: Bool) -> Bool {
    if isSampling { sampleWeights += weight }
    _ = strategies[present].end(wasCut: false)
    run += 1
    hasRepeated = !isNew
    if isNew { newCount += 1 }
    // Where nearly all has been seen, there may be no more.
    return newCount < count && run < 2 * count
  }
}
