import Millrace

/// The orders of an audit: half of them uniform, half by priorities.
///
/// Uniform choices interleave all tasks, and find a mistake that many orders show. Priorities keep a task
/// waiting for long, which uniform choices hardly do, and find a mistake that takes few orderings far apart.
struct AuditSearch: OrderStrategy {
  /// The number of uniform orders at the beginning from which the number of all orders is estimated.
  private static let sampleCount = 16

  private let count: Int
  /// The uniform strategy, and those by priorities with one to three points of change.
  private var strategies: [any OrderStrategy]
  private var run = 0
  /// The product of the numbers of choices in the present run.
  private var weight = 1.0
  private var weights = 0.0

  init(seed: UInt64, count: Int) {
    self.count = count
    strategies = [RandomSearch(seed: seed, runs: .max)]
    for number in 0..<3 {
      strategies.append(PrioritySearch(seed: mix(seed, UInt64(number)), runs: .max, depth: 2 + number))
    }
  }

  /// The estimated number of all orders; nil before the sample is complete.
  ///
  /// Knuth, *Estimating the efficiency of backtrack programs*, 1975.
  var estimate: Double? { run == Self.sampleCount ? weights / Double(run) : nil }

  /// The index of the present run's strategy.
  private var present: Int { run < Self.sampleCount || run % 2 == 0 ? 0 : 1 + run / 2 % 3 }

  mutating func begin() {
    weight = 1
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

  mutating func end(wasCut: Bool) -> Bool {
    weights += weight
    _ = strategies[present].end(wasCut: wasCut)
    run += 1
    return run < count
  }
}
