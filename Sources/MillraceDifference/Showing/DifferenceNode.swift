/// A part of a difference, from which all of its texts are made.
enum DifferenceNode: Sendable {
  /// A value that is on one side alone.
  case whole(DifferenceLine.Mark, PartLabel, ReadableTree)
  /// A value in the place of another.
  case change(PartLabel, ReadableTree, ReadableTree)
  /// A line of a string, or a remark.
  case text(DifferenceLine.Mark, String)
  /// A value with changed parts; `step` is its own step of a path, such as the name of a case.
  case block(PartLabel, opening: String, step: String, [DifferenceNode], closing: String)
  /// A run of unchanged siblings.
  case unchanged(Int)
}

/// Nodes between which runs of unchanged siblings are counted, and folded to one.
struct FoldedNodes {
  private var nodes: [DifferenceNode] = []
  private var unchanged = 0

  mutating func addUnchanged(_ count: Int = 1) { unchanged += count }

  mutating func add(_ more: [DifferenceNode]) {
    fold()
    nodes += more
  }

  private mutating func fold() {
    if unchanged > 0 { nodes.append(.unchanged(unchanged)) }
    unchanged = 0
  }

  /// Returns the block of the nodes; nothing when everything is unchanged.
  func closed(_ label: PartLabel, opening: String, step: String = "", closing: String) -> [DifferenceNode] {
    guard !nodes.isEmpty else { return [] }
    var all = self
    all.fold()
    return [.block(label, opening: opening, step: step, all.nodes, closing: closing)]
  }
}

extension [DifferenceNode] {
  /// Returns the lines of the nodes, with the unchanged surroundings counted.
  func lines() -> [DifferenceLine] {
    var lines: [DifferenceLine] = []
    for node in self { node.add(to: &lines, depth: 0) }
    return lines
  }
}

extension DifferenceNode {
  fileprivate func add(to lines: inout [DifferenceLine], depth: Int) {
    switch self {
    case .whole(let mark, let label, let tree): Self.add(mark, label, tree, to: &lines, depth)
    case .change(let label, let old, let new):
      Self.add(.removed, label, old, to: &lines, depth)
      Self.add(.added, label, new, to: &lines, depth)
    case .text(let mark, let text): lines.append(DifferenceLine(mark, depth, text))
    case .block(let label, let opening, _, let nodes, let closing):
      lines.append(DifferenceLine(.same, depth, label.text + opening))
      for node in nodes { node.add(to: &lines, depth: depth + 1) }
      lines.append(DifferenceLine(.same, depth, closing))
    case .unchanged(let count): lines.append(DifferenceLine(.same, depth, "… (\(count) unchanged)"))
    }
  }

  private static func add(
    _ mark: DifferenceLine.Mark, _ label: PartLabel, _ tree: ReadableTree,
    to lines: inout [DifferenceLine], _ depth: Int
  ) {
    for line in tree.lines(after: label.text, depth: depth) {
      lines.append(DifferenceLine(mark, line.depth, line.text))
    }
  }
}
