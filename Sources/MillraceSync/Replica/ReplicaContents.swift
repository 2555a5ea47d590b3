/// The contents of a replica's file.
struct ReplicaContents: Hashable, Sendable {
  /// The snapshot from which the replica starts; nil for the beginning of the log.
  var snapshot: LogSnapshot?
  /// The position before the first of ``confirmed``.
  var confirmedAfter: UInt64 = 0
  /// The confirmed entries after the snapshot, in the log's order.
  var confirmed: [LogEntry] = []
  /// The entries that the log has not confirmed, in order.
  var pending: [LogEntry] = []
  /// The highest number that may have been sent; 0 if none was.
  var mayHaveBeenSent: UInt64 = 0
}
