extension TextWidth {
  /// Wraps a text to lines of a width.
  ///
  /// A line ends at a line break of the text, or at spaces, which are removed at its end; a word longer than
  /// a line is cut. Only a single character that is wider than the line exceeds it. There is at least one
  /// line, and a width below 1 counts as 1.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrappedLine($0, to: max(1, width)) }
  }

  private static func wrappedLine(_ line: Substring, to width: Int) -> [String] {
    var lines: [String] = []
    var rest = line
    while true {
      var end = end(of: rest, within: width) ?? rest.endIndex
      if end == rest.endIndex {
        lines.append(String(rest))
        return lines
      }
      if rest[end] != " ", let space = rest[..<end].lastIndex(of: " "),
        rest[..<space].contains(where: { $0 != " " })
      {
        end = space
      }
      // A character that does not fit is used anyway, or the loop would not end.
      if end == rest.startIndex { end = rest.index(after: end) }
      lines.append(withoutTrailingSpaces(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
  }

  static func withoutTrailingSpaces(_ text: some StringProtocol) -> String {
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...last])
  }
}
