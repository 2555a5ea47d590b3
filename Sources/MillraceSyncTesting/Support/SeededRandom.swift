/// A generator that gives the same numbers for the same seed: SplitMix64 (Steele, Lea and Flood, Fast
/// Splittable Pseudorandom Number Generators, 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number from 0 up to the bound, without it; 0 for a bound below 1.
  mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int.random(in: 0..<bound, using: &self) }

  /// Returns true once in `count` calls on average.
  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  /// Returns one of the values.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
