/// A 64-bit hash that is the same in each process: FNV-1a, by Fowler, Noll and Vo.
package struct StableHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// Adds a text, and its end.
  package mutating func combine(_ text: String) {
    combine(bytes: text.utf8)
    combine(bytes: CollectionOfOne(0xFF))
  }

  package mutating func combine(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { combine(bytes: $0) }
  }
}
