extension TransitionGraph {
  /// Returns the graph as a state diagram of Mermaid, which many sites draw inside of a text.
  ///
  /// Transitions between the same two states share an arrow, with one line each: `input [guard] / effect`.
  public func mermaid(_ options: DiagramOptions = DiagramOptions()) -> String {
    let layout = DiagramLayout(self, options)
    var lines = ["stateDiagram-v2"]
    if options.direction == .right { lines.append("  direction LR") }
    for box in layout.boxes {
      if box.name != box.id {
        lines.append("  state \"\(mermaidEscaped(box.name))\" as \(box.id)")
      } else if !box.hasArrow {
        lines.append("  \(box.id)")
      }
    }
    if layout.hasAnyState { lines.append("  state \"any state\" as \(layout.anyState)") }
    let beginning = layout.beginning.map { " : \(mermaidEscaped($0))" } ?? ""
    lines.append("  [*] --> \(layout.initial)\(beginning)")
    for arrow in layout.arrows {
      let label = arrow.labels.map(mermaidEscaped).joined(separator: "<br/>")
      lines.append("  \(arrow.from ?? layout.anyState) --> \(arrow.to) : \(label)")
    }
    for box in layout.boxes where box.isFinal { lines.append("  \(box.id) --> [*]") }
    return lines.joined(separator: "\n") + "\n"
  }
}
