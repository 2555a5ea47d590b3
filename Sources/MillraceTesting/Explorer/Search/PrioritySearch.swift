import Millrace

/// Probabilistic concurrency testing.
///
/// Each fiber has a random priority, and the highest one that can continue does. At a few random steps, the
/// fiber that runs becomes the lowest.
///
/// A mistake that takes `depth` orderings between steps is found in one run with a probability of at least 1
/// / (fibers × steps^(depth − 1)) (Burckhardt, Kothari, Musuvathi and Nagarakatte, *A randomized scheduler
/// with probabilistic guarantees of finding bugs*, ASPLOS 2010).
struct PrioritySearch: OrderStrategy {
  private let seed: UInt64
  private let count: Int
  private let depth: Int
  private var random: RandomSource
  private var run = 0

  private var priorities: [FiberKey: UInt64] = [:]
  /// The steps after which their fiber becomes the lowest, with its new priority.
  private var changes: [Int: UInt64] = [:]
  private var step = 0
  private var chosen: FiberKey?

  /// The maximum number of fibers and of steps in a run so far.
  private(set) var fiberCount = 0
  private(set) var stepCount = 0

  init(seed: UInt64, runs: Int, depth: Int) {
    self.seed = seed
    count = runs
    // As many changes are drawn before each run.
    self.depth = min(max(depth, 1), 10_000)
    random = .seeded(seed)
  }

  /// The least probability that all runs together find a mistake of the requested depth.
  var probability: Double {
    guard fiberCount > 0, stepCount > 0 else { return 0 }
    var one = 1 / Double(fiberCount)
    for _ in 1..<depth { one /= Double(stepCount) }
    var none = 1.0
    for _ in 0..<run { none *= 1 - one }
    return 1 - none
  }

  mutating func begin() {
    random = .seeded(seed &+ UInt64(run))
    priorities = [:]
    changes = [:]
    step = 0
    // The length of a run is not known before; the longest one so far is the best estimate.
    for low in 0..<depth - 1 {
      changes[Int.random(in: 0..<max(stepCount, 16), using: &random)] = UInt64(low)
    }
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) -> Int? {
    for move in moves where priorities[move.fiber] == nil {
      priorities[move.fiber] = random.next() | 1 << 63
    }
    let best = moves.indices.max { priority(moves[$0]) < priority(moves[$1]) } ?? 0
    chosen = moves[best].fiber
    return best
  }

  private func priority(_ move: Move) -> UInt64 { priorities[move.fiber] ?? 0 }

  mutating func chooseAnswer(of count: Int) -> Int {
    Int.random(in: 0..<count, using: &random)
  }

  mutating func took(_ footprint: Footprint) {
    if let low = changes[step], let chosen { priorities[chosen] = low }
    step += 1
  }

  mutating func end(wasCut: Bool) -> Bool {
    fiberCount = max(fiberCount, priorities.count)
    stepCount = max(stepCount, step)
    run += 1
    return run < count
  }
}
