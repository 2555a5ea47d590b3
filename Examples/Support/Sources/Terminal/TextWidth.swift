/// The width of text in columns of a `Canvas`.
///
/// A letter takes one column with all its marks, a Chinese character or an emoji two, a mark alone none. A
/// control character takes one: it is shown as its picture.
public enum TextWidth {
  /// Returns the width of a character.
  public static func of(_ character: Character) -> Int { Glyph(character).width }

  /// Returns the width of a text in one line.
  public static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// Returns a text that fits; a longer one is shortened, with an ellipsis.
  public static func clipped(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    let room = max(0, width)
    if let end = end(of: text, within: room), end == text.endIndex { return text }
    let ellipsisWidth = of(ellipsis)
    guard ellipsisWidth <= room, let end = end(of: text, within: room - ellipsisWidth) else { return "" }
    return text[..<end] + ellipsis
  }

  /// Returns the end of the longest prefix that fits; nil for a negative width.
  static func end(of text: some StringProtocol, within width: Int) -> String.Index? {
    guard width >= 0 else { return nil }
    var columns = 0
    for index in text.indices {
      columns += of(text[index])
      if columns > width { return index }
    }
    return text.endIndex
  }
}
