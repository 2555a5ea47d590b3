/// The limits of a ``LogService``, each for one writer.
///
/// Give the HTTP server in front limits that are no smaller, or it refuses bodies that the service would
/// accept.
public struct LogServiceLimits: Hashable, Sendable {
  /// The maximum number of entries of an append: 1,000.
  public var entriesPerAppend = 1_000
  /// The maximum size of the body of an append: 8 MiB, more than a full page of a log.
  public var bytesPerAppend = 8 << 20
  /// The maximum size of the body with a snapshot: 16 MiB.
  public var bytesPerSnapshot = 16 << 20
  /// The maximum number of logs in use: 64.
  ///
  /// A log is in use until ``idleTime`` after the last request to it.
  public var logs = 64
  /// The maximum number of followers that wait at the same time: 64.
  public var followers = 64
  /// The time after which a log counts as unused: 5 minutes.
  public var idleTime = Duration.seconds(300)
  /// The maximum time that a follower waits before it is answered without news: 25 seconds.
  ///
  /// It should be shorter than the time after which the HTTP server, or a proxy, closes a silent connection.
  public var waitingTime = Duration.seconds(25)

  /// Creates the default limits.
  public init() {}
}
