import Millrace

/// A cache of the last contents of controllers by key, shown until a command has answered.
///
/// The controller calls it in its own isolation, after each change.
public protocol ContentCache: AnyObject {
  /// Returns the contents cached for a key, or nil if there are none.
  func load(_ key: String) throws -> [Component]?

  /// Caches contents for a key, and replaces any others.
  func save(_ components: [Component], for key: String) throws

  /// Removes the contents cached for a key, if there are any.
  func remove(_ key: String) throws
}

/// A cache in memory, for controllers in any isolation.
public final class MemoryCache: ContentCache, Sendable {
  private let contents = Locked<[String: [Component]]>([:])

  /// Creates an empty cache.
  public init() {}

  /// Returns the contents cached for a key.
  public func load(_ key: String) -> [Component]? { contents.withLock { $0[key] } }

  /// Caches contents for a key.
  public func save(_ components: [Component], for key: String) {
    contents.withLock { $0[key] = components }
  }

  /// Removes the contents cached for a key.
  public func remove(_ key: String) {
    contents.withLock { $0[key] = nil }
  }
}
