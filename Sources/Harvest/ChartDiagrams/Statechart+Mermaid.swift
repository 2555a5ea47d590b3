extension Statechart {
  /// Returns the chart as a state diagram of Mermaid, with its states inside of each other.
  ///
  /// The regions of a parallel state are separated by dashed lines, and a history is a state `H` or `H*`. For
  /// the graph of the configurations that can be reached, see ``graph(inputs:limit:world:)``.
  ///
  /// - Parameters:
  ///   - options: The direction of the arrows.
  ///   - world: The argument of effects that are made from the world; without one they are shown as "…".
  public func mermaid(_ options: DiagramOptions = DiagramOptions(), world: World? = nil) -> String {
    ChartLayout(self, world: world ?? (() as? World)).mermaid(options)
  }
}

extension ChartLayout {
  func mermaid(_ options: DiagramOptions) -> String {
    var lines = ["stateDiagram-v2"]
    if options.direction == .right { lines.append("  direction LR") }
    append(boxes, isParallel: false, isMarked: starts.isEmpty, depth: 1, to: &lines)
    lines += beginning(starts, startLabels, depth: 1)
    for arrow in arrows {
      let label = arrow.labels.map(mermaidEscaped).joined(separator: "<br/>")
      lines.append("  \(arrow.from) --> \(arrow.to) : \(label)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the arrows from the mark of a beginning to its states and histories.
  private func beginning(_ starts: [String], _ labels: [String], depth: Int) -> [String] {
    let label = labels.isEmpty ? "" : " : \(mermaidEscaped("/ \(diagramList(labels))"))"
    return starts.map { String(repeating: "  ", count: depth) + "[*] --> \($0)\(label)" }
  }

  private func append(
    _ boxes: [Box], isParallel: Bool, isMarked: Bool, depth: Int, to lines: inout [String]
  ) {
    let indent = String(repeating: "  ", count: depth)
    for (index, box) in boxes.enumerated() {
      if isParallel, index > 0 { lines.append("\(indent)--") }
      let label = ([box.name] + box.lines).map(mermaidEscaped).joined(separator: "<br/>")
      let head = label == box.id ? "state \(box.id)" : "state \"\(label)\" as \(box.id)"
      if !box.children.isEmpty {
        lines.append("\(indent)\(head) {")
        append(
          box.children, isParallel: box.isParallel, isMarked: box.starts.isEmpty, depth: depth + 1, to: &lines
        )
        for (mark, text) in [(box.history, "H"), (box.deepHistory, "H*")] {
          if let mark { lines.append("\(indent)  state \"\(mermaidEscaped(text))\" as \(mark)") }
        }
        lines += beginning(box.starts, box.startLabels, depth: depth + 1)
        lines.append("\(indent)}")
      } else {
        lines.append(label == box.id ? "\(indent)\(box.id)" : "\(indent)\(head)")
      }
      if box.isInitial, isMarked { lines.append("\(indent)[*] --> \(box.id)") }
      if box.isFinal { lines.append("\(indent)\(box.id) --> [*]") }
    }
  }
}
