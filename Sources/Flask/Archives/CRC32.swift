/// The checksum CRC-32 of ISO 3309 and IEEE 802.3, which detects every single-bit error and almost any
/// other damage.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    // By pointers: a build without optimisation would otherwise be too slow for a large archive.
    let sum = table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum: UInt32 = 0xFFFF_FFFF
        var index = 0
        while index < bytes.count {
          sum = table[Int((sum ^ UInt32(bytes[index])) & 0xFF)] ^ (sum >> 8)
          index += 1
        }
        return sum
      }
    }
    return ~sum
  }
}
