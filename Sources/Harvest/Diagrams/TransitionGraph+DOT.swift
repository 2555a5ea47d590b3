extension TransitionGraph {
  /// Returns the graph in Graphviz's language, DOT.
  ///
  /// Transitions between the same two states share an arrow, with one line each: `input [guard] / effect`. A
  /// final state has a double border; one that was not listed is dashed. `HarvestDiagram` draws the text.
  public func dot(_ options: DiagramOptions = DiagramOptions()) -> String {
    let layout = DiagramLayout(self, options)
    var lines = [
      "digraph machine {",
      "  rankdir=\(options.direction == .right ? "LR" : "TB");",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=11];",
      "  \"[initial]\" [shape=point, width=0.15, label=\"\"];",
    ]
    if layout.hasAnyState {
      lines.append("  \"[any]\" [shape=box, style=\"rounded,dotted\", label=\"any state\"];")
    }
    for box in layout.boxes { lines.append(Self.text(of: box)) }
    let beginning = layout.beginning.map { " [label=\(dotQuoted($0))]" } ?? ""
    lines.append("  \"[initial]\" -> \"\(layout.initial)\"\(beginning);")
    for arrow in layout.arrows {
      let label = dotQuoted(arrow.labels.joined(separator: "\n"))
      lines.append("  \"\(arrow.from ?? "[any]")\" -> \"\(arrow.to)\" [label=\(label)];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  static func text(of box: DiagramLayout.Box, at position: String? = nil) -> String {
    var attributes: [String] = []
    if box.name != box.id { attributes.append("label=\(dotQuoted(box.name))") }
    if box.isFinal { attributes.append("peripheries=2") }
    if !box.isListed { attributes.append("style=\"rounded,dashed\"") }
    if let position { attributes.append("pos=\(dotQuoted(position))") }
    return "  \"\(box.id)\"\(attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]");"
  }
}
