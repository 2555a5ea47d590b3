import Millrace

/// Random numbers that are the same for the same seed.
typealias SeededRandom = RandomSource

extension RandomSource {
  init(_ seed: UInt64) { self = .seeded(seed) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func isOneIn(_ count: Int) -> Bool { below(count) == 0 }
}
