/// XXH64, by which the rows of a journal are chained and damage is found.
///
/// It is fast and well spread; it is no protection against somebody who forges a journal on purpose.
struct Checksum64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The checksum of bytes, in one pass.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    var sum: UInt64
    if bytes.count >= 32 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      while offset <= bytes.count - 32 {
        lane1 = round(lane1, word(bytes, offset))
        lane2 = round(lane2, word(bytes, offset + 8))
        lane3 = round(lane3, word(bytes, offset + 16))
        lane4 = round(lane4, word(bytes, offset + 24))
        offset += 32
      }
      sum = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
      sum = merge(merge(merge(merge(sum, lane1), lane2), lane3), lane4)
    } else {
      sum = seed &+ prime5
    }
    sum = sum &+ UInt64(bytes.count)
    while offset <= bytes.count - 8 {
      sum = rotate(sum ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset <= bytes.count - 4 {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      sum = rotate(sum ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      sum = rotate(sum ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    sum = (sum ^ (sum >> 33)) &* prime2
    sum = (sum ^ (sum >> 29)) &* prime3
    return sum ^ (sum >> 32)
  }

  /// The checksum of bytes in an array.
  static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  @inline(__always) private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always) private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always) private static func merge(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    (sum ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always) private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }
}
