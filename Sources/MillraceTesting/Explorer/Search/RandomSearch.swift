import Millrace

/// Orders drawn at random, with one seed for each run.
struct RandomSearch: OrderStrategy {
  private let seed: UInt64
  private let count: Int
  private var random: RandomSource
  private var run = 0

  init(seed: UInt64, runs: Int) {
    self.seed = seed
    count = runs
    random = .seeded(seed)
  }

  mutating func begin() {
    random = .seeded(seed &+ UInt64(run))
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) -> Int? {
    Int.random(in: moves.indices, using: &random)
  }

  mutating func chooseAnswer(of count: Int) -> Int {
    Int.random(in: 0..<count, using: &random)
  }

  mutating func end(wasCut: Bool) -> Bool {
    run += 1
    return run < count
  }
}
