/// Names of files for keys that may be anything.
package enum FileName {
  /// A cut name stays, with a hash and what dialects put around it, below what the narrowest file systems allow.
  private static let longest = 96

  /// The name for a key: safe on every file system, and another for every other key.
  ///
  /// Small letters, digits, `-` and `.` stand for themselves, except that a name begins with neither of the two signs.
  /// Any other byte is `_` and its two hexadecimal digits, capital letters too, because some file systems take them for
  /// the small ones; no byte at all is `_`. A long key is cut and ends in `~`, which stands in no other name, and a hash
  /// of all of it: two such keys may have one name, though it takes billions of them.
  package static func of(_ key: String) -> String {
    if key.isEmpty { return "_" }
    var name = ""
    for byte in key.utf8 {
      name += text(byte, isFirst: name.isEmpty)
      if name.utf8.count > longest { return name + "~" + hash(of: key).hexadecimal }
    }
    return name
  }

  private static func text(_ byte: UInt8, isFirst: Bool) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      if !isFirst { return String(Unicode.Scalar(byte)) }
    default: break
    }
    return "_" + byte.hexadecimal
  }

  /// The hash FNV-1a with 64 bits, by Fowler, Noll and Vo.
  private static func hash(of key: String) -> UInt64 {
    key.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All its digits to the base of sixteen, small letters.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
