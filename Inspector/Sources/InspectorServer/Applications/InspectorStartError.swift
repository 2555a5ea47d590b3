import Foundation

/// The reason why the tool cannot start.
public enum InspectorStartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call has failed.
  case system(doing: String, code: Int32)
  /// The path of a socket is too long for the system, or something else than a socket stands there.
  case path(String, reason: String)

  public var description: String {
    switch self {
    case .system(let doing, let code):
      "The inspector could not \(doing): \(String(cString: strerror(code))). End programs that hold many files, and start it again."
    case .path(let path, let reason):
      "`\(path)` cannot be a socket: \(reason). Give another path to `--socket`."
    }
  }
}
