/// The settings of a replica; those that count positions must be equal in all places of a log.
public struct ReplicaOptions: Hashable, Sendable {
  /// The number of positions from one digest of the shared states to the next: 1,000.
  ///
  /// 0 for none. Cost: an encoding of the states each time.
  public var digestInterval: UInt64
  /// The number of positions from one snapshot to the next: 10,000.
  ///
  /// 0 for none. The writer whose entry is at such a position takes the snapshot, so the log itself says who
  /// does.
  public var snapshotInterval: UInt64
  /// The number of entries before a snapshot that stay in the log: 1,000.
  public var keptEntries: Int
  /// The time before the first new attempt to reach the log: 100 milliseconds.
  public var firstRetry: Duration
  /// The longest time between two attempts: 30 seconds.
  ///
  /// Each is twice as long as the one before.
  public var longestRetry: Duration

  /// Creates options.
  public init(
    digestInterval: UInt64 = 1_000, snapshotInterval: UInt64 = 10_000, keptEntries: Int = 1_000,
    firstRetry: Duration = .milliseconds(100), longestRetry: Duration = .seconds(30)
  ) {
    self.digestInterval = digestInterval
    self.snapshotInterval = snapshotInterval
    self.keptEntries = keptEntries
    self.firstRetry = firstRetry
    self.longestRetry = longestRetry
  }
}
