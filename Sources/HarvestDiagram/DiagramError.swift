/// Why a diagram was not drawn or not written.
public enum DiagramError: Error, Hashable, Sendable {
  /// There is no `dot` in the folders of the path.
  case graphvizNotFound(path: String)
  /// `dot` is there and could not be started.
  case graphvizNotStarted(command: String, reason: String)
  /// `dot` gave up; `message` is what it wrote about that.
  case graphvizFailed(status: Int32, message: String)
  /// `dot` took longer than it may, and was ended.
  case tookTooLong(Duration)
  /// The end of the file's name says nothing about what to write.
  case unknownFormat(path: String)
  /// The file could not be written.
  case notWritten(path: String, reason: String)
}

extension DiagramError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .graphvizNotFound(let path):
      """
      Graphviz's command `dot` draws SVG and is not in the path (\(path.isEmpty ? "which is empty" : path)); \
      install it with `apt-get install graphviz` or `brew install graphviz`, or write a .dot or .mmd file instead.
      """
    case .graphvizNotStarted(let command, let reason):
      "`\(command)` could not be started (\(reason)); see whether Graphviz is installed completely."
    case .graphvizFailed(let status, let message):
      "Graphviz's command `dot` ended with \(status): \(message.isEmpty ? "it did not say why" : message)"
    case .tookTooLong(let limit):
      "Graphviz's command `dot` took longer than \(limit) and was ended; draw fewer states, or give it more time."
    case .unknownFormat(let path):
      "`\(path)` does not end in .mmd, .mermaid, .dot, .gv or .svg; name the file so that its end says what to write."
    case .notWritten(let path, let reason):
      "`\(path)` could not be written: \(reason)"
    }
  }
}
