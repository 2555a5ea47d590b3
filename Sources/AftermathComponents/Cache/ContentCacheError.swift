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
      The cached contents in `\(path)` could not be read (\(reason)), so they are not used; give the process \
      permission to read the file, or choose another folder.
      """
    case .damaged(let path, let reason):
      """
      The cached contents in `\(path)` are damaged (\(reason)), so they are not used; the next change overwrites \
      them.
      """
    case .otherKey(let path, let key, let found):
      """
      The cached contents in `\(path)` belong to the key `\(found)`, not to `\(key)`, so they are not used; use \
      shorter keys.
      """
    case .unwritable(let path, let reason):
      """
      The contents could not be written to `\(path)`, or not removed from it (\(reason)), so the earlier contents \
      remain there; choose a folder that the process can write to, and values that JSON can represent.
      """
    }
  }
}
