/// A value as text without a layout.
enum ReadableTree: Sendable {
  /// A part and the text before it.
  struct Item: Sendable {
    let label: String
    let tree: ReadableTree
  }

  case word(String)
  /// A string, and the number of its characters that were left out.
  case string(String, omitted: Int)
  case block(opening: String, closing: String, items: [Item])

  private static let widest = 90

  /// Returns a block of the first of `count` items.
  static func block(opening: String, closing: String, items: [Item], of count: Int) -> ReadableTree {
    var items = items
    if items.count < count {
      items.append(Item(label: "", tree: .word("… (\(count - items.count) more)")))
    }
    return .block(opening: opening, closing: closing, items: items)
  }

  var line: String {
    switch self {
    case .word(let word): word
    case .string(let text, let omitted): omitted == 0 ? quoted(text) : quoted(text) + Self.more(omitted)
    case .block(let opening, let closing, let items):
      opening + items.map { $0.label + $0.tree.line }.joined(separator: ", ") + closing
    }
  }

  /// Returns one line if it fits beside its label, else indented ones.
  func lines(after label: String, depth: Int = 0) -> [(depth: Int, text: String)] {
    let whole = label + line
    if whole.count + 2 * depth <= Self.widest { return [(depth, whole)] }
    switch self {
    case .word: return [(depth, whole)]
    case .string(let text, let omitted):
      let parts = textLines(of: text)
      guard parts.count > 1 else { return [(depth, whole)] }
      let closing = "\"\"\"" + (omitted == 0 ? "" : Self.more(omitted))
      return [(depth, label + "\"\"\"")] + parts.map { (depth + 1, escaped($0)) } + [(depth, closing)]
    case .block(let opening, let closing, let items):
      guard !items.isEmpty else { return [(depth, whole)] }
      return [(depth, label + opening)]
        + items.flatMap { $0.tree.lines(after: $0.label, depth: depth + 1) } + [(depth, closing)]
    }
  }

  private static func more(_ count: Int) -> String {
    "… (\(count) more \(count == 1 ? "character" : "characters"))"
  }
}
