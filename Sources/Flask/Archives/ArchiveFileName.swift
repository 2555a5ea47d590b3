import Foundation

/// The name under which the archive of a key is kept: safe on every file system, and another for every other
/// key.
///
/// Small letters, digits, `-` and `.` stand for themselves, except that a name begins with neither of the two
/// signs. Any other byte is `_` and its two hexadecimal digits, capital letters too, because some file
/// systems take them for the small ones. Keys that are equal as strings have one name, however their letters
/// are composed. A long key is cut and ends in `~` and a hash of all of it; `~` stands in no other name.
enum ArchiveFileName {
  /// With the hash and what may follow a name, it stays below what the narrowest file systems in use allow.
  private static let longest = 48

  static func of(_ key: String) -> String {
    let bytes = Array(key.precomposedStringWithCanonicalMapping.utf8)
    // No byte gives a bare `_`.
    if bytes.isEmpty { return "_.json" }
    var name = ""
    for byte in bytes {
      name += text(byte, isFirst: name.isEmpty)
      if name.utf8.count > longest { return name + "~" + SHA256.hexadecimal(bytes) + ".json" }
    }
    return name + ".json"
  }

  /// The name while it is being written.
  static func temporary(_ name: String) -> String { name + ".tmp" }

  /// The name once it is set aside; the number tells those of one key apart.
  static func aside(_ name: String, _ number: Int) -> String { name + ".aside-\(number)" }

  private static func text(_ byte: UInt8, isFirst: Bool) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      if !isFirst { return String(Unicode.Scalar(byte)) }
    default: break
    }
    return "_" + paddedHexadecimal(UInt32(byte)).suffix(2)
  }
}
