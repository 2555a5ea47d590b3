import Millrace

/// Keeps contents for as long as it lives, for controllers in any isolation.
public final class MemoryCache: ContentCache, Sendable {
  private let contents = Locked<[String: [Component]]>([:])

  /// An empty cache.
  public init() {}

  /// The contents that were kept for a key.
  public func load(_ key: String) -> [Component]? { contents.withLock { $0[key] } }

  /// Keeps contents for a key.
  public func save(_ components: [Component], for key: String) {
    contents.withLock { $0[key] = components }
  }

  /// Forgets what was kept for a key.
  public func remove(_ key: String) {
    contents.withLock { $0[key] = nil }
  }
}
