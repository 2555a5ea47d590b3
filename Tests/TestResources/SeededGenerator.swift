/// Random numbers that are the same for the same seed (SplitMix64, by Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; any two seeds give different numbers.
  public init(seed: some BinaryInteger) {
    state = UInt64(truncatingIfNeeded: seed)
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a limit.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// Returns one of the elements, which are not empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
