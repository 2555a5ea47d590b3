import Millrace

/// Orders in which one task waits for as long as any other can continue.
///
/// The starved task is another one in each run, and takes some steps first, so that it may hold what it has
/// read before. The others follow random priorities.
struct StarvingSearch: OrderStrategy {
  private let seed: UInt64
  private var random: RandomSource
  private var run = 0
  /// The tasks of all runs so far, in the order of their appearance.
  private var known: [FiberKey] = []
  private var priorities: [FiberKey: UInt64] = [:]
  private var starved: FiberKey?
  /// The number of steps that the starved task still takes like others.
  private var stepsBefore = 0

  init(seed: UInt64) {
    self.seed = seed
    random = .seeded(seed)
  }

  mutating func begin() {
    random = .seeded(seed &+ UInt64(run))
    priorities = [:]
    starved = known.isEmpty ? nil : known[run % known.count]
    stepsBefore = known.isEmpty ? 0 : run / known.count % 4
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) -> Int? {
    for move in moves where priorities[move.fiber] == nil {
      priorities[move.fiber] = random.next() | 1 << 63
      if !known.contains(move.fiber) { known.append(move.fiber) }
    }
    let best = moves.indices.max { priority(moves[$0]) < priority(moves[$1]) } ?? 0
    if moves[best].fiber == starved && stepsBefore > 0 { stepsBefore -= 1 }
    return best
  }

  private func priority(_ move: Move) -> UInt64 {
    if move.fiber == starved { return stepsBefore > 0 ? .max : 0 }
    return priorities[move.fiber] ?? 0
  }

  mutating func chooseAnswer(of count: Int) -> Int {
    Int.random(in: 0..<count, using: &random)
  }

  mutating func end(wasCut: Bool) -> Bool {
    run += 1
    return true
  }
}
