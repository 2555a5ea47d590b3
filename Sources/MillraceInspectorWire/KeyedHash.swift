/// A keyed hash of 128 bits: SipHash-2-4 by Aumasson and Bernstein (2012), in its form with a long output.
///
/// Without the key, a hash cannot be computed or foretold from other hashes. It serves the handshake, in
/// which both sides prove that they know the key without sending it.
///
/// ```swift
/// let proof = KeyedHash(key: key).hash(of: Array("app".utf8) + nonce.bytes)
/// ```
public struct KeyedHash: Sendable {
  private let key: HexBlock

  /// Creates a hash with a key.
  public init(key: HexBlock) {
    self.key = key
  }

  /// Returns the hash of the bytes.
  ///
  /// O(n) in the bytes.
  public func hash(of bytes: [UInt8]) -> HexBlock {
    var state = SipState(key)
    var word: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      word |= UInt64(byte) << (8 * UInt64(place % 8))
      if place % 8 == 7 {
        state.absorb(word)
        word = 0
      }
    }
    // The last word has the number of the bytes, modulo 256, in its highest byte.
    state.absorb(word | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }
}

/// The four words that SipHash mixes.
private struct SipState {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  // The constants are the text `somepseudorandomlygeneratedbytes`; the long output changes the second word.
  init(_ key: HexBlock) {
    v0 = key.low ^ 0x736f_6d65_7073_6575
    v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.low ^ 0x6c79_6765_6e65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
  }

  mutating func absorb(_ word: UInt64) {
    v3 ^= word
    mix(2)
    v0 ^= word
  }

  mutating func finish() -> HexBlock {
    v2 ^= 0xee
    mix(4)
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    mix(4)
    return HexBlock(low: low, high: v0 ^ v1 ^ v2 ^ v3)
  }

  private mutating func mix(_ rounds: Int) {
    for _ in 0..<rounds {
      v0 &+= v1
      v1 = turn(v1, 13) ^ v0
      v0 = turn(v0, 32)
      v2 &+= v3
      v3 = turn(v3, 16) ^ v2
      v0 &+= v3
      v3 = turn(v3, 21) ^ v0
      v2 &+= v1
      v1 = turn(v1, 17) ^ v2
      v2 = turn(v2, 32)
    }
  }

  private func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
}

/// Comparisons whose time does not depend on where two values differ.
public enum ConstantTime {
  /// Returns true if the bytes are equal.
  ///
  /// The time depends on the numbers of the bytes alone.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
