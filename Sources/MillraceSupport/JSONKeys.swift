/// A check that each key of a JSON text occurs once in its object.
///
/// Foundation's decoder takes one value of a repeated key and drops the others in silence.
package enum JSONKeys {
  /// A key that occurs twice in one object.
  package struct Repeated: Error, Hashable, CustomStringConvertible {
    package let key: String

    package var description: String { "the key `\(key)` occurs twice in one object" }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Throws if an object of a valid text has a key twice, also if one of them is written with escapes.
  ///
  /// A text that is no JSON is left to its decoder. O(n), without recursion.
  package static func check(_ text: some Sequence<UInt8>) throws(Repeated) {
    // The keys of each open object; nil for an array.
    var open: [Set<[UInt8]>?] = []
    // The last whole text, and the one that is being read.
    var last: [UInt8]?
    var string: [UInt8]?
    var isEscaped = false
    for byte in text {
      if string != nil {
        if isEscaped {
          isEscaped = false
        } else if byte == backslash {
          isEscaped = true
        } else if byte == quote {
          (last, string) = (string, nil)
          continue
        }
        string?.append(byte)
        continue
      }
      switch byte {
      case quote: string = []
      case UInt8(ascii: "{"): open.append([])
      case UInt8(ascii: "["): open.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ":"):
        guard let written = last, !open.isEmpty, open[open.count - 1] != nil else { continue }
        let key = written.contains(backslash) ? unescaped(written) : written
        if open[open.count - 1]?.insert(key).inserted == false {
          throw Repeated(key: String(decoding: key, as: UTF8.self))
        }
      default: break
      }
    }
  }

  /// Returns the bytes of a text that is written with escapes.
  private static func unescaped(_ written: [UInt8]) -> [UInt8] {
    var units: [UInt16] = []
    var scalars = String(decoding: written, as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\", let escape = scalars.next() else {
        units.append(contentsOf: Array(UTF16.encode(scalar) ?? .init()))
        continue
      }
      switch escape {
      case "u":
        let digits = (0..<4).compactMap { _ in scalars.next() }
        units.append(UInt16(String(String.UnicodeScalarView(digits)), radix: 16) ?? 0xFFFD)
      case "b": units.append(8)
      case "f": units.append(12)
      case "n": units.append(10)
      case "r": units.append(13)
      case "t": units.append(9)
      default: units.append(contentsOf: Array(UTF16.encode(escape) ?? .init()))
      }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
