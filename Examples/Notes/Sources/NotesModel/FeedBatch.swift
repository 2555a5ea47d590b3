/// Consecutive changes of a server.
public struct FeedBatch: Hashable, Sendable {
  /// The changes; empty when only `isCurrent` is new.
  public var entries: [FeedEntry]
  /// True when there are no more changes for now.
  public var isCurrent: Bool

  public init(_ entries: [FeedEntry], isCurrent: Bool) {
    self.entries = entries
    self.isCurrent = isCurrent
  }
}
