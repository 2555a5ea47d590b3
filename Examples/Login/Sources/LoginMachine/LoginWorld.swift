/// The dependencies of the machine: a server, and time.
public struct LoginWorld: Sendable {
  /// Requests a login; returns whether the server accepts it, and throws when the server cannot be reached.
  public var logIn: @Sendable () async throws -> Bool
  /// Notifies the server of a logout.
  public var logOut: @Sendable () async throws -> Void
  /// The clock that measures sessions.
  public var clock: any Clock<Duration>
  public var sessionLength: Duration

  public init(
    clock: any Clock<Duration>, sessionLength: Duration,
    logIn: @escaping @Sendable () async throws -> Bool, logOut: @escaping @Sendable () async throws -> Void
  ) {
    self.logIn = logIn
    self.logOut = logOut
    self.clock = clock
    self.sessionLength = sessionLength
  }
}
