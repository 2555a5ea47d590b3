import Millrace

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
