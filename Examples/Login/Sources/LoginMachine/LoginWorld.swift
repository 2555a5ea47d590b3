/// What the machine needs from outside: a server, and time.
public struct LoginWorld: Sendable {
  /// Asks the server to let somebody in; gives whether it does, and throws when it cannot be asked.
  public var logIn: @Sendable () async throws -> Bool
  /// Tells the server that somebody leaves.
  public var logOut: @Sendable () async throws -> Void
  /// What sessions are measured by.
  public var clock: any Clock<Duration>
  /// How long somebody may stay.
  public var sessionLength: Duration

  /// A world.
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
