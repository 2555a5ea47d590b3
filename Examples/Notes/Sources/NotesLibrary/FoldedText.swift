import Foundation

/// Text without case and accents, as bytes, which are fast to search.
enum FoldedText {
  /// Returns the bytes of the folded text.
  static func bytes(of text: String) -> [UInt8] {
    var text = text
    let plain = text.withUTF8 { bytes -> [UInt8]? in
      if bytes.contains(where: { $0 >= 0x80 }) { return nil }
      return bytes.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    }
    if let plain { return plain }
    return Array(
      text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).utf8)
  }

  /// Returns the words of a text, each folded.
  static func words(of text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { bytes(of: String($0)) }
  }

  /// Returns whether bytes contain others as a contiguous part; every text contains an empty one.
  static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    if word.count > bytes.count { return false }
    let (bytes, word) = (bytes.span, word.span)
    for start in 0...bytes.count - word.count where bytes[start] == first {
      var same = 1
      while same < word.count, bytes[start + same] == word[same] { same += 1 }
      if same == word.count { return true }
    }
    return false
  }

  /// Returns whether some bytes come before others in dictionary order.
  static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}
