/// The checksum XXH64, which chains the rows of a journal and detects damage.
///
/// It is fast and well distributed. It is no protection against deliberate forgery.
package struct Checksum64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The four accumulators of 32-byte stripes.
  private struct Lanes {
    var first, second, third, fourth: UInt64

    @inline(__always) init(_ seed: UInt64) {
      first = seed &+ prime1 &+ prime2
      second = seed &+ prime2
      third = seed
      fourth = seed &- prime1
    }

    @inline(__always) mutating func take(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
      first = round(first, word(bytes, offset))
      second = round(second, word(bytes, offset + 8))
      third = round(third, word(bytes, offset + 16))
      fourth = round(fourth, word(bytes, offset + 24))
    }

    @inline(__always) var merged: UInt64 {
      let sum = rotate(first, 1) &+ rotate(second, 7) &+ rotate(third, 12) &+ rotate(fourth, 18)
      return merge(merge(merge(merge(sum, first), second), third), fourth)
    }
  }

  private let seed: UInt64
  private var lanes: Lanes
  private var count = 0
  /// The bytes of the incomplete stripe.
  private var rest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = Lanes(seed)
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    let held = count % 32
    count += bytes.count
    if held > 0 {
      offset = min(32 - held, bytes.count)
      let part = UnsafeRawBufferPointer(rebasing: bytes[..<offset])
      withUnsafeMutableBytes(of: &rest) { rest in
        UnsafeMutableRawBufferPointer(rebasing: rest[held...]).copyMemory(from: part)
      }
      guard held + offset == 32 else { return }
      withUnsafeBytes(of: rest) { lanes.take($0, at: 0) }
    }
    while offset <= bytes.count - 32 {
      lanes.take(bytes, at: offset)
      offset += 32
    }
    let end = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: end) }
  }

  /// The checksum of the bytes added so far.
  package var value: UInt64 {
    withUnsafeBytes(of: rest) { rest in
      let rest = UnsafeRawBufferPointer(rebasing: rest[..<(count % 32)])
      return Self.finish(count >= 32 ? lanes.merged : seed &+ Self.prime5, rest, from: 0, count: count)
    }
  }

  package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    var sum = seed &+ prime5
    if bytes.count >= 32 {
      var lanes = Lanes(seed)
      while offset <= bytes.count - 32 {
        lanes.take(bytes, at: offset)
        offset += 32
      }
      sum = lanes.merged
    }
    return finish(sum, bytes, from: offset, count: bytes.count)
  }

  @inline(__always) private static func finish(
    _ lanes: UInt64, _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int
  ) -> UInt64 {
    var offset = start
    var sum = lanes &+ UInt64(count)
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

  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
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
