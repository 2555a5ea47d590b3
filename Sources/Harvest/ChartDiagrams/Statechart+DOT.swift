extension Statechart {
  /// Returns the chart in Graphviz's language, DOT, with its states inside of each other.
  ///
  /// A state with inner states is a frame, the regions of a parallel one are dashed frames, a final state has
  /// a double border, and a history is a circle, `H` or `H*`. `HarvestDiagram` draws the text. For the graph
  /// of the configurations that can be reached, see ``graph(inputs:limit:world:)``.
  ///
  /// - Parameters:
  ///   - options: The direction of the arrows.
  ///   - world: The argument of effects that are made from the world; without one they are shown as "…".
  public func dot(_ options: DiagramOptions = DiagramOptions(), world: World? = nil) -> String {
    ChartLayout(self, world: world ?? (() as? World)).dot(options)
  }
}

extension ChartLayout {
  func dot(_ options: DiagramOptions) -> String {
    var lines = [
      "digraph chart {",
      "  rankdir=\(options.direction == .right ? "LR" : "TB");",
      "  compound=true;",
      "  fontname=\"Helvetica\";",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=11];",
    ]
    append(boxes, inside: nil, starts, startLabels, depth: 1, to: &lines)
    for arrow in arrows { lines.append("  " + text(of: arrow)) }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func append(
    _ boxes: [Box], inside outer: Box?, _ starts: [String], _ startLabels: [String], depth: Int,
    to lines: inout [String]
  ) {
    let indent = String(repeating: "  ", count: depth)
    // A parallel state begins in all of its regions, unless it names states in them.
    let marked = outer?.isParallel == true ? [] : boxes.filter(\.isInitial).map(\.id)
    let heads = starts.isEmpty ? marked : starts
    if !heads.isEmpty {
      let point = dotQuoted("[initial] \(outer?.id ?? "")")
      lines.append("\(indent)\(point) [shape=point, width=0.12, label=\"\"];")
      let label = dotQuoted(startLabels.isEmpty ? "" : "/ \(diagramList(startLabels))")
      for head in heads {
        let box = all[head]
        let end = box.map { $0.children.isEmpty ? "" : ", lhead=\(dotQuoted("cluster_\($0.id)"))" } ?? ""
        lines.append("\(indent)\(point) -> \(dotQuoted(box?.innermost.id ?? head)) [label=\(label)\(end)];")
      }
    }
    for box in boxes {
      let label = dotQuoted(([box.name] + box.lines).joined(separator: "\n"))
      guard !box.children.isEmpty else {
        let border = box.isFinal ? ", peripheries=2" : ""
        lines.append("\(indent)\(dotQuoted(box.id)) [label=\(label)\(border)];")
        continue
      }
      lines.append("\(indent)subgraph \(dotQuoted("cluster_\(box.id)")) {")
      let style = outer?.isParallel == true ? "\"rounded,dashed\"" : "rounded"
      lines.append("\(indent)  label=\(label); style=\(style); labeljust=l;")
      for (mark, text) in [(box.history, "H"), (box.deepHistory, "H*")] {
        guard let mark else { continue }
        lines.append(
          "\(indent)  \(dotQuoted(mark)) [label=\"\(text)\", shape=circle, style=solid, width=0.3, fixedsize=true];"
        )
      }
      append(box.children, inside: box, box.starts, box.startLabels, depth: depth + 1, to: &lines)
      lines.append("\(indent)}")
    }
  }

  /// Returns an arrow; a frame's arrow is one of its innermost state that is cut off at the frame.
  private func text(of arrow: Arrow) -> String {
    let (source, target) = (all[arrow.from], all[arrow.to])
    var attributes = ["label=\(dotQuoted(arrow.labels.joined(separator: "\n")))"]
    let tail = source?.innermost.id ?? arrow.from
    let head = target?.innermost.id ?? arrow.to
    // An arrow into a frame from inside of it, or out of it to the inside, ends at the state itself.
    if let source, !source.children.isEmpty, !contains(source, arrow.to) {
      attributes.append("ltail=\(dotQuoted("cluster_\(source.id)"))")
    }
    if let target, !target.children.isEmpty, !contains(target, arrow.from) {
      attributes.append("lhead=\(dotQuoted("cluster_\(target.id)"))")
    }
    return "\(dotQuoted(tail)) -> \(dotQuoted(head)) [\(attributes.joined(separator: ", "))];"
  }

  private func contains(_ box: Box, _ id: String) -> Bool {
    box.id == id || box.history == id || box.deepHistory == id || box.children.contains { contains($0, id) }
  }
}
