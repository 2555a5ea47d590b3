/// Keeps the last contents of controllers by a key, so that there is something to see before a command has answered.
///
/// It is called in the controller's isolation, after each change.
public protocol ContentCache: AnyObject {
  /// The contents that were kept for a key; nil when none were.
  func load(_ key: String) throws -> [Component]?

  /// Keeps contents for a key, in place of what was kept.
  func save(_ components: [Component], for key: String) throws

  /// Forgets what was kept for a key; nothing happens when nothing was.
  func remove(_ key: String) throws
}
