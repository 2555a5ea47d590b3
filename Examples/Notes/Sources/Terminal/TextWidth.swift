/// Measures text in the columns that `Canvas` writes it in.
///
/// A letter takes one column with all its marks, a Chinese character or an emoji two, a mark alone none. A control
/// character counts one: it is shown as its picture.
public enum TextWidth {
  /// The columns of a character.
  public static func of(_ character: Character) -> Int { Glyph(character).width }

  /// The columns of a text in one line.
  public static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The text where it fits; otherwise its beginning with an ellipsis, in no more columns than asked for.
  public static func clipped(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    let room = max(0, width)
    if let end = end(of: text, within: room), end == text.endIndex { return text }
    let ellipsisWidth = of(ellipsis)
    guard ellipsisWidth <= room, let end = end(of: text, within: room - ellipsisWidth) else { return "" }
    return text[..<end] + ellipsis
  }

  /// How far a text gets in so many columns; nil when there are less than none.
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
