/// Why contents could not be kept in a file, or read from it.
///
/// A controller tells its error handler, and goes on as if nothing had been kept.
public enum ContentCacheError: Error, Hashable {
  /// The file is there and cannot be read.
  case unreadable(path: String, reason: String)
  /// What is in the file is not what was written.
  case damaged(path: String, reason: String)
  /// The file is of another key, whose long name is the same.
  case otherKey(path: String, key: String, found: String)
  /// The contents could not be written, or the file not removed.
  case unwritable(path: String, reason: String)
}

extension ContentCacheError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      """
      The kept contents in `\(path)` could not be read (\(reason)), so there are none for now; give the process the \
      right to read the file, or choose another folder.
      """
    case .damaged(let path, let reason):
      """
      The kept contents in `\(path)` are damaged (\(reason)), so there are none for now; they are written anew with \
      the next change.
      """
    case .otherKey(let path, let key, let found):
      """
      The kept contents in `\(path)` are those of the key `\(found)`, not of `\(key)`, so there are none for now; \
      use shorter keys.
      """
    case .unwritable(let path, let reason):
      """
      The contents could not be kept in `\(path)`, or not removed from there (\(reason)), so what was kept stays; \
      choose a folder that the process may write to, and values that JSON can say.
      """
    }
  }
}
