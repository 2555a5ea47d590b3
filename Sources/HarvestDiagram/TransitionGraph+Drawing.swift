import Foundation
public import Harvest

extension TransitionGraph {
  /// Returns the graph as an SVG picture, drawn by Graphviz.
  ///
  /// It waits until Graphviz has finished.
  public func svg(
    _ options: DiagramOptions = DiagramOptions(), with graphviz: Graphviz = Graphviz()
  ) throws(DiagramError) -> String {
    try graphviz.svg(dot(options))
  }

  /// Writes the graph to a file, in the format of the file's extension.
  ///
  /// `.mmd` and `.mermaid` are Mermaid, `.dot` and `.gv` Graphviz's language, `.svg` is a picture. An
  /// existing file is replaced when the new content is complete.
  public func write(
    to path: String, _ options: DiagramOptions = DiagramOptions(), with graphviz: Graphviz = Graphviz()
  ) throws(DiagramError) {
    let text: String
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "mmd", "mermaid": text = mermaid(options)
    case "dot", "gv": text = dot(options)
    case "svg": text = try svg(options, with: graphviz)
    default: throw .unknownFormat(path: path)
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path: path, reason: error.localizedDescription)
    }
  }
}
