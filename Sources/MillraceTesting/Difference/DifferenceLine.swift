struct DifferenceLine: Equatable {
  enum Mark: String {
    case removed = "- "
    case added = "+ "
    /// A line of both, or about both.
    case same = "  "
  }

  let mark: Mark
  let depth: Int
  let text: String

  init(_ mark: Mark, _ depth: Int, _ text: String) {
    self.mark = mark
    self.depth = depth
    self.text = text
  }

  var description: String { mark.rawValue + String(repeating: "  ", count: depth) + text }
}

extension [DifferenceLine] {
  /// Returns the lines of a value that is on one side alone.
  static func whole(_ value: Any, _ mark: DifferenceLine.Mark, label: String, depth: Int) -> [DifferenceLine]
  {
    readableTree(of: value).lines(after: label, depth: depth).map { DifferenceLine(mark, $0.depth, $0.text) }
  }
}

/// Lines between which runs of unchanged siblings are counted, and folded to one line.
struct FoldedLines {
  private var lines: [DifferenceLine] = []
  private var unchanged = 0
  private let depth: Int

  init(depth: Int) { self.depth = depth }

  mutating func addUnchanged(_ count: Int = 1) { unchanged += count }

  mutating func add(_ more: [DifferenceLine]) {
    fold()
    lines += more
  }

  private mutating func fold() {
    if unchanged > 0 { lines.append(DifferenceLine(.same, depth, "… (\(unchanged) unchanged)")) }
    unchanged = 0
  }

  /// Returns the lines between an opening and a closing one; empty when everything is unchanged.
  func closed(opening: String, closing: String) -> [DifferenceLine] {
    guard !lines.isEmpty else { return [] }
    var all = self
    all.fold()
    return [DifferenceLine(.same, depth - 1, opening)] + all.lines + [
      DifferenceLine(.same, depth - 1, closing)
    ]
  }
}
