/// A source of random numbers that several threads may share.
///
/// ```swift
/// let side = Int.random(in: 1...6, using: &environment.random)
/// ```
///
/// The copies of a seeded source draw from one sequence.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// Creates a source that calls `draw` for each number.
  public init(_ draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  /// The system's random numbers, suitable for keys.
  public static let system = RandomSource {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Creates a source that returns the same numbers for the same seed, on every machine.
  ///
  /// Not suitable for keys.
  ///
  /// The generator is SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*,
  /// OOPSLA 2014).
  public static func seeded(_ seed: UInt64) -> RandomSource {
    let state = Locked(seed)
    return RandomSource {
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        return scrambled(state)
      }
    }
  }

  /// Applies the output function of that generator, which turns consecutive numbers into random-looking ones.
  package static func scrambled(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next number.
  public func next() -> UInt64 { draw() }
}
