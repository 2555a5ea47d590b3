public import Harvest

extension TransitionGraph {
  /// Returns the graph as an SVG picture, drawn by Graphviz on another thread.
  ///
  /// A graph with more than `ringLimit` arrows has its states on a ring, because the time of a drawing in
  /// layers grows faster than any picture is worth; the time of a ring grows with the number of arrows.
  public func svg(
    _ options: DiagramOptions = DiagramOptions(), with graphviz: Graphviz = Graphviz()
  ) async throws(DiagramError) -> String {
    let drawing = drawing(options)
    return try await graphviz.svg(drawing.dot, arguments: drawing.arguments)
  }

  /// Writes the graph to a file, in the format of the file's extension.
  ///
  /// `.mmd` and `.mermaid` are Mermaid, `.dot` and `.gv` Graphviz's language, `.svg` is a picture. An
  /// existing file is replaced when the new content is complete.
  public func write(
    to path: String, _ options: DiagramOptions = DiagramOptions(), with graphviz: Graphviz = Graphviz()
  ) async throws(DiagramError) {
    let text: String
    switch try DiagramFormat(path) {
    case .mermaid: text = mermaid(options)
    case .dot: text = dot(options)
    case .svg: text = try await svg(options, with: graphviz)
    }
    try DiagramFormat.write(text, to: path)
  }
}
