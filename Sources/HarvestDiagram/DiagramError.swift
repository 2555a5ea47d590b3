/// The reason why a diagram was not drawn or not written.
public enum DiagramError: Error, Hashable, Sendable {
  /// No folder of the path has the command `dot`.
  case graphvizNotFound(path: String)
  /// `dot` exists and could not be started.
  case graphvizNotStarted(command: String, reason: String)
  /// `dot` failed; `message` is its error output.
  case graphvizFailed(status: Int32, message: String)
  /// `dot` exceeded its time limit and was ended.
  case tookTooLong(Duration)
  /// The task that waited for `dot` was cancelled, and `dot` was ended.
  case cancelled
  /// The file's extension names no known format.
  case unknownFormat(path: String)
  /// The file could not be written.
  case notWritten(path: String, reason: String)
}

extension DiagramError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .graphvizNotFound(let path):
      """
      Graphviz's command `dot` draws SVG, but is not in the search path (\(path.isEmpty ? "which is empty" : path)); \
      install it with `apt-get install graphviz` or `brew install graphviz`, or write a .dot or .mmd file instead.
      """
    case .graphvizNotStarted(let command, let reason):
      "`\(command)` could not be started (\(reason)); check that Graphviz is installed completely."
    case .graphvizFailed(let status, let message):
      """
      Graphviz's command `dot` failed with status \(status); check that Graphviz is installed completely, or write a \
      .dot or .mmd file instead. \(message.isEmpty ? "It gave no reason." : "Its message: \(message)")
      """
    case .tookTooLong(let limit):
      "Graphviz's command `dot` took longer than \(limit) and was stopped; draw fewer states, or give it more time."
    case .cancelled:
      "The drawing was stopped, because the task that waited for it was cancelled; draw it in a task that lives longer."
    case .unknownFormat(let path):
      "`\(path)` does not end in .mmd, .mermaid, .dot, .gv or .svg, so its format is unknown; use one of these."
    case .notWritten(let path, let reason):
      "`\(path)` could not be written; choose a folder that is writable and has free space. \(reason)"
    }
  }
}
