/// The progress of a replica.
public struct ReplicaStatus: Hashable, Sendable {
  /// The relation of a replica to its log.
  public enum Phase: Hashable, Sendable {
    /// ``Replica/start(isolation:)`` was not called, or ``Replica/stop()`` was.
    case notSharing
    /// Entries are read that the log has and that have not been taken.
    case catchingUp
    /// Everything that is known of the log was taken.
    case current
    /// The log cannot be reached; the replica tries again.
    case offline(SharedLogError)
    /// The replica's own file cannot be written; what was sent here waits in memory, and the replica tries
    /// again.
    case failing(ReplicaError)
    /// The next entry needs another release of the application.
    case held(ReplicaHold)
    /// The sharing has ended by an error.
    case stopped(ReplicaError)
  }

  /// The relation to the log.
  public var phase: Phase
  /// The position of the last entry that was taken.
  public var position: UInt64
  /// The last known position of the log's head.
  public var head: UInt64
  /// The number of messages that were sent here and are not confirmed.
  public var pendingCount: Int
}
