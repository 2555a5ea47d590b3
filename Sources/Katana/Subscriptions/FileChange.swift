import Millrace

/// What has happened to a watched file, or in a watched folder.
///
/// Paths begin with the path that was asked for.
public enum FileChange: Hashable, Sendable {
  /// Something has come to be at the path: it was made there, or moved there from elsewhere.
  case created(String)
  /// What a file holds has changed, or another file has been put in the place of the watched one.
  case modified(String)
  /// Nothing is at the path any more: it was removed, or moved elsewhere.
  case removed(String)
  /// It has another name in the same folder; what had that name before has been replaced.
  case moved(from: String, to: String)
  /// The system could not tell all changes; look at everything under the path again.
  case rescan(String)
  /// The folder that was watched for the path has itself been removed or moved; nothing more is told.
  case ended(String)
}

/// Why a path cannot be watched.
public enum FileChangesError: Error, Hashable {
  /// Nothing is at the path.
  case missing(path: String)
  /// The process has no right to look there.
  case unreadable(path: String)
  /// The system refused for another reason; `code` is its own error number.
  case refused(path: String, code: Int32)
}

extension FileChangesError: AdvisingError {}

extension FileChangesError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "Nothing is at `\(path)`, so it cannot be watched; create it first, or watch the folder where it will be."
    case .unreadable(let path):
      """
      The path `\(path)` cannot be watched, because the process has no right to read it; change the right, or \
      watch another path.
      """
    case .refused(let path, let code):
      """
      The path `\(path)` cannot be watched, because the system refuses it (error \(code)); it may have no room \
      for more watches or open files, so watch fewer, or raise the limit.
      """
    }
  }
}
