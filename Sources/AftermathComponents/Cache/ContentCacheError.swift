import Millrace

/// A reason why contents could not be written to a file, or read from it.
///
/// A controller passes it to its error handler, and continues as if nothing were cached.
public enum ContentCacheError: Error, Hashable {
  /// The file exists and cannot be read.
  case unreadable(path: String, reason: String)
  /// The file does not contain valid contents.
  case damaged(path: String, reason: String)
  /// The file belongs to another key with the same file name.
  case otherKey(path: String, key: String, found: String)
  /// The contents could not be written, or the file could not be removed.
  case unwritable(path: String, reason: String)
}

extension ContentCacheError: AdvisingError {}

extension ContentCacheError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      """
      The kept contents in `\(path)` could not be read (\(reason)), so there are none for now; give the process the \
      right to read the file, or choose another folder.
      """
    case .damaged(let path, let reason):
      """
      The kept contents in `\(path)` are damaged (\(reason)), so there are none for now; they are written again with \
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
