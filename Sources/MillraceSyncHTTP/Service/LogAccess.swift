public import MillraceSync

/// The owner of a token.
public enum LogIdentity: Hashable, Sendable {
  /// A device or a user's session, which appends entries of this writer alone.
  case writer(LogWriter)
  /// A server that passes on the entries of many writers, such as another ``LogService``.
  case relay(LogWriter)

  /// The name by which the owner is counted.
  public var writer: LogWriter {
    switch self {
    case .writer(let writer), .relay(let writer): writer
    }
  }
}

/// A use of a log that the application allows or refuses.
///
/// The answer to an append contains entries of others, so a service asks for the append and for the read.
public struct LogAccess: Sendable {
  /// The use.
  public enum Operation: Sendable {
    /// Appends these entries. At least one.
    case append([LogEntry])
    /// Reads entries after a position, or waits for one.
    case read(after: UInt64)
    /// Reads the latest snapshot.
    case readSnapshot
    /// Keeps a snapshot and removes entries before it, which no replica can undo.
    case keep(LogSnapshot, keeping: Int)
  }

  /// The owner of the request's token.
  public var identity: LogIdentity
  /// The name of the log.
  public var log: String
  /// The use.
  public var operation: Operation

  /// Creates an access.
  public init(identity: LogIdentity, log: String, operation: Operation) {
    self.identity = identity
    self.log = log
    self.operation = operation
  }
}

/// The application's decision about a ``LogAccess``.
public enum LogDecision: Hashable, Sendable {
  /// The access goes on.
  case allowed
  /// The client receives `SharedLogError.refused` with this reason, a clause without a full stop.
  case refused(String)
}
