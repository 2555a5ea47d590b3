/// The name of the file for a key: safe on every file system, whatever the key is.
///
/// Small letters, digits and `-` stand for themselves, any other byte is `_` and its two hexadecimal digits, capital
/// letters too, because some file systems take them for the small ones. A long key is cut and gets a hash of all
/// of it; that two have the same name then is found by the key inside of the file.
enum CacheFileName {
  private static let longest = 160

  static func of(_ key: String) -> String {
    var name = "content-"
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += "_" + hexadecimal(UInt64(byte), digits: 2)
      }
      if name.utf8.count > longest {
        // A dot stands in no other name, so this one is none of them.
        return name + "." + hexadecimal(hash(of: key), digits: 16) + ".json"
      }
    }
    return name + ".json"
  }

  /// The hash FNV-1a with 64 bits, by Fowler, Noll and Vo.
  private static func hash(of key: String) -> UInt64 {
    key.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
