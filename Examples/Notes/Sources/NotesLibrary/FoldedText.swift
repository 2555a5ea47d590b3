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
}
