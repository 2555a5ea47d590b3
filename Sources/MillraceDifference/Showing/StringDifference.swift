/// The lines of a difference between two strings that are not equal.
enum StringDifference {
  /// The number of common characters that are shown beside the difference.
  private static let context = 20
  /// The maximum length of strings that are shown whole.
  private static let longestWhole = 80
  /// The maximum number of differing characters that are shown.
  private static let longestMiddle = 200

  /// The text before the lines of a string, and behind them.
  static let opening = "\"\"\""

  /// Returns the difference line by line if a string has several lines; else both strings, long ones as
  /// excerpts.
  static func nodes(from old: String, to new: String, label: PartLabel) -> [DifferenceNode] {
    let oldLines = textLines(of: old)
    let newLines = textLines(of: new)
    if oldLines.count > 1 || newLines.count > 1 {
      return nodes(from: oldLines, to: newLines, label: label)
    }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
    let texts = [old, new].map { excerpt(of: $0, start: start, end: end) }
    return [.change(label, .word(texts[0]), .word(texts[1]))]
  }

  private static func nodes(
    from old: [String], to new: [String], label: PartLabel
  ) -> [DifferenceNode] {
    let steps = old.steps(to: new) { _, _ in false }?.steps ?? []
    var folded = FoldedNodes()
    for step in steps {
      switch step {
      case .same(let count): folded.addUnchanged(count)
      case .removed(let place): folded.add([.text(.removed, escaped(old[place]))])
      case .inserted(let place): folded.add([.text(.added, escaped(new[place]))])
      case .changed(let before, let after):
        folded.add([.text(.removed, escaped(old[before])), .text(.added, escaped(new[after]))])
      }
    }
    return folded.closed(label, opening: opening, closing: opening)
  }

  /// Returns a string without most of the characters that both have in common at the ends.
  private static func excerpt(of text: String, start: Int, end: Int) -> String {
    let count = text.count
    guard count > longestWhole else { return quoted(text) }
    let dropped = max(0, start - context)
    let kept = text.dropFirst(dropped).dropLast(max(0, end - context))
    let shown = kept.prefix(longestMiddle + 2 * context)
    return (dropped > 0 ? "…" : "") + quoted(shown) + (dropped + shown.count < count ? "…" : "")
  }
}
