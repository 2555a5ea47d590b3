/// A reproducible source of random numbers: the SplitMix64 generator of Steele, Lea and Flood (OOPSLA 2014).
struct LawRandom: RandomNumberGenerator {
  /// The seeds that each property is tried with; a failure names the one it came from.
  static let seeds: [UInt64] = [1, 2, 3, 5, 8, 13, 21, 34]

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
