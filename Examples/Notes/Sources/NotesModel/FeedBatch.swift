/// Some of the changes of a server, in their order.
public struct FeedBatch: Hashable, Sendable {
  /// The changes; none when only `isCurrent` was news.
  public var entries: [FeedEntry]
  /// Whether these were all that there are.
  public var isCurrent: Bool

  /// A batch.
  public init(_ entries: [FeedEntry], isCurrent: Bool) {
    self.entries = entries
    self.isCurrent = isCurrent
  }
}
