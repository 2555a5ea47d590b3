public import Harvest

extension Statechart {
  /// Returns the chart as an SVG picture with its states inside of each other, drawn by Graphviz on another
  /// thread.
  ///
  /// - Parameters:
  ///   - options: The direction of the arrows.
  ///   - world: The argument of effects that are made from the world; without one they are shown as "…".
  ///   - graphviz: The command.
  public func svg(
    _ options: DiagramOptions = DiagramOptions(), world: World? = nil, with graphviz: Graphviz = Graphviz()
  ) async throws(DiagramError) -> String {
    try await graphviz.svg(dot(options, world: world), arguments: layeredDrawing)
  }

  /// Writes the chart to a file, in the format of the file's extension: `.mmd`, `.mermaid`, `.dot`, `.gv` or
  /// `.svg`.
  ///
  /// An existing file is replaced when the new content is complete. The parameters are those of
  /// `svg`.
  public func write(
    to path: String, _ options: DiagramOptions = DiagramOptions(), world: World? = nil,
    with graphviz: Graphviz = Graphviz()
  ) async throws(DiagramError) {
    let text: String
    switch try DiagramFormat(path) {
    case .mermaid: text = mermaid(options, world: world)
    case .dot: text = dot(options, world: world)
    case .svg: text = try await svg(options, world: world, with: graphviz)
    }
    try DiagramFormat.write(text, to: path)
  }
}
