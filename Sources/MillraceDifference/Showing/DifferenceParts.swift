import Millrace
import MillraceSupport

/// The changed parts of a difference, a line each, under their paths.
struct DifferenceParts {
  private let maximumLength: Int
  private(set) var lines: [String] = []

  init(of nodes: [DifferenceNode], maximumLength: Int) {
    self.maximumLength = maximumLength
    add(nodes, at: "")
  }

  private mutating func add(_ nodes: [DifferenceNode], at path: String) {
    for node in nodes { add(node, at: path) }
  }

  private mutating func add(_ node: DifferenceNode, at path: String) {
    switch node {
    case .unchanged: break
    case .whole(let mark, let label, let tree): add(mark, named(path + label.step) + tree.line)
    case .change(let label, let old, let new):
      let name = named(path + label.step)
      let (old, new) = (old.line, new.line)
      let line = "\(name)\(old) → \(new)"
      if TextWidth.of(line) + 2 <= maximumLength {
        add(.same, line)
      } else {
        add(.removed, name + old)
        add(.added, name + new)
      }
    case .text(let mark, let text): add(mark, text)
    case .block(let label, let opening, let step, let nodes, _):
      let path = path + label.step + step
      // The lines of a string have no paths of their own.
      if opening == StringDifference.opening {
        add(.same, named(path) + "…")
        for case .text(let mark, let text) in nodes { add(mark, "  " + text) }
      } else {
        add(nodes, at: path)
      }
    }
  }

  private func named(_ path: String) -> String {
    path.isEmpty ? "" : (path.first == "." ? String(path.dropFirst()) : path) + ": "
  }

  private mutating func add(_ mark: DifferenceLine.Mark, _ text: String) {
    lines.append(TextWidth.cut(mark.rawValue + text, to: maximumLength))
  }
}
