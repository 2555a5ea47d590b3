import Millrace

/// A change of a watched file, or in a watched folder.
///
/// Paths begin with the path of the subscription.
public enum FileChange: Hashable, Sendable {
  /// Something appeared at the path: it was created there or moved there.
  case created(String)
  /// A file's contents changed, or another file replaced the watched one.
  case modified(String)
  /// Nothing is at the path any more: it was removed or moved away.
  case removed(String)
  /// An entry was renamed within its folder; an earlier entry of the new name was replaced.
  case moved(from: String, to: String)
  /// The system lost changes; read everything under the path again.
  case rescan(String)
  /// The watched folder itself was removed or moved; no more changes follow.
  case ended(String)
}

/// The reason why a path cannot be watched.
public enum FileChangesError: Error, Hashable {
  /// Nothing is at the path.
  case missing(path: String)
  /// The process has no permission to read the path.
  case unreadable(path: String)
  /// The system refused for another reason; `code` is its error number.
  case refused(path: String, code: Int32)
}

extension FileChangesError: AdvisingError {}

extension FileChangesError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no file at `\(path)`, so it cannot be watched; create it first, or watch its folder."
    case .unreadable(let path):
      """
      The path `\(path)` cannot be watched, because the process has no permission to read it; change the permission, \
      or watch another path.
      """
    case .refused(let path, let code):
      """
      The path `\(path)` cannot be watched, because the system refuses it (error \(code)); the limit of watches or \
      open files may be reached, so watch fewer files, or raise the limit.
      """
    }
  }
}
