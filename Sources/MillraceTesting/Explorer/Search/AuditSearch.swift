import Millrace

/// The orders of an audit: half of them uniform, half by priorities.
///
/// Uniform choices interleave all tasks, and find a mistake that many orders show. Priorities keep a task
/// waiting for long, which uniform choices hardly do, and find a mistake that takes few orderings far apart.
struct AuditSearch: OrderStrategy {
  /// The number of uniform orders at the beginning from which the number of all orders is estimated.
  private static let sampleCount = 16

  private let count: Int
  private var uniform: RandomSearch
  private var priorities: [PrioritySearch]
  private var run = 0
  /// The product of the numbers of choices in the present run.
  private var weight = 1.0
  private var weights = 0.0

  init(seed: UInt64, count: Int) {
    self.count = count
    uniform = RandomSearch(seed: seed, runs: .max)
    priorities = (0..<3).map { PrioritySearch(seed: mix(seed, UInt64($0)), runs: .max, depth: 2 + $0) }
  }

  /// The estimated number of all orders; nil before the sample is complete.
  ///
  /// Knuth, *Estimating the efficiency of backtrack programs*, 1975.
  var estimate: Double? { run == Self.sampleCount ? weights / Double(run) : nil }

  private var lane: Int? { run < Self.sampleCount || run % 2 == 0 ? nil : run / 2 % 3 }

  var wantsStates: Bool { false }

  mutating func begin() {
    weight = 1
    if let lane { priorities[lane].begin() } else { uniform.begin() }
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) -> Int? {
    weight *= Double(moves.count)
    return if let lane {
      priorities[lane].choose(moves, last: last)
    } else {
      uniform.choose(moves, last: last)
    }
  }

  mutating func chooseAnswer(of count: Int) -> Int {
    weight *= Double(count)
    return if let lane { priorities[lane].chooseAnswer(of: count) } else { uniform.chooseAnswer(of: count) }
  }

  mutating func took(_ footprint: Footprint) {
    if let lane { priorities[lane].took(footprint) }
  }

  mutating func arrived(at state: UInt64) -> Bool { true }

  mutating func end(wasCut: Bool) -> Bool {
    weights += weight
    if let lane { _ = priorities[lane].end(wasCut: wasCut) } else { _ = uniform.end(wasCut: wasCut) }
    run += 1
    return run < count
  }
}
