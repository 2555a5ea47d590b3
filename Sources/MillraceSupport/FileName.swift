import Millrace

package enum FileName {
  /// The length of a truncated name; with a hash and the additions of dialects it stays below the limits of
  /// the narrowest file systems.
  private static let longest = 96

  /// Returns the file name for a key: safe on every file system, and different for every key.
  ///
  /// Lower-case letters, digits, `-` and `.` stand for themselves, except that a name begins with neither of
  /// the two signs. Any other byte is `_` and its two hexadecimal digits. That includes capital letters,
  /// because some file systems do not distinguish them from lower-case ones. An empty key is `_`. A long key
  /// is truncated and ends in `~`, which occurs in no other name, and a hash of the whole key; two such keys
  /// may share a name, but only among billions of them.
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

  private static func hash(of key: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes: key.utf8)
    return hash.value
  }
}
