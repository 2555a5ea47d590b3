/// A writer's record of its last commit.
struct Mark: Hashable, Sendable {
  /// The process that wrote it.
  var process: Int32
  /// The last committed turn; 0 for none.
  var sequence: UInt64
  /// The checksum of that turn's row.
  var sum: UInt64
}

// MARK: - As bytes

extension Mark {
  /// The size in bytes: the magic, the process, the sequence, the sum, and a checksum of these, in eight
  /// bytes each, little endian.
  static let size = 40

  private static let magic: UInt64 = 0x314B_5241_4D52_4C4D  // "MLRMARK1"

  /// Reads a mark; nil when the bytes are not a complete one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes[..<(Self.size - 8)])
    guard word(0) == Self.magic, word(4) == Checksum64.of(content, seed: 0),
      let process = Int32(exactly: word(1))
    else { return nil }
    self.init(process: process, sequence: word(2), sum: word(3))
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { buffer in
      func put(_ word: UInt64, _ index: Int) {
        buffer.storeBytes(of: word.littleEndian, toByteOffset: index * 8, as: UInt64.self)
      }
      put(Self.magic, 0)
      put(UInt64(max(process, 0)), 1)
      put(sequence, 2)
      put(sum, 3)
      put(Checksum64.of(UnsafeRawBufferPointer(rebasing: buffer[..<(Self.size - 8)]), seed: 0), 4)
      return body(UnsafeRawBufferPointer(buffer))
    }
  }
}
