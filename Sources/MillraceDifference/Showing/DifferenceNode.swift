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
  func lines(depth: Int = 0) -> [DifferenceLine] { flatMap { $0.lines(depth: depth) } }
}

extension DifferenceNode {
  fileprivate func lines(depth: Int) -> [DifferenceLine] {
    switch self {
    case .whole(let mark, let label, let tree): Self.lines(mark, label, tree, depth)
    case .change(let label, let old, let new):
      Self.lines(.removed, label, old, depth) + Self.lines(.added, label, new, depth)
    case .text(let mark, let text): [DifferenceLine(mark, depth, text)]
    case .block(let label, let opening, _, let nodes, let closing):
      [DifferenceLine(.same, depth, label.text + opening)] + nodes.lines(depth: depth + 1)
        + [DifferenceLine(.same, depth, closing)]
    case .unchanged(let count): [DifferenceLine(.same, depth, "… (\(count) unchanged)")]
    }
  }

  private static func lines(
    _ mark: DifferenceLine.Mark, _ label: PartLabel, _ tree: ReadableTree, _ depth: Int
  ) -> [DifferenceLine] {
    tree.lines(after: label.text, depth: depth).map { DifferenceLine(mark, $0.depth, $0.text) }
  }
}
