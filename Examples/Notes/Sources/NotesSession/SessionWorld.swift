public import Harvest
public import NotesModel

/// The dependencies of a session: a server, time and random numbers.
public struct SessionWorld: Sendable {
  /// Requests the server's greeting.
  public var greet: @Sendable () async throws(ServerError) -> Greeting
  /// The clock that measures delays.
  public var clock: any Clock<Duration>
  /// The source of random delays.
  public var random: RandomSource

  /// Creates a world with the clock and the random numbers of an environment.
  public init(
    in environment: StoreEnvironment, greet: @escaping @Sendable () async throws(ServerError) -> Greeting
  ) {
    self.greet = greet
    clock = environment.clock
    random = environment.random
  }
}

/// The queue of a session's effects: one at a time.
public enum SessionQueue: EffectQueueProtocol {
  /// Greetings and delays; a new one replaces the running one.
  case attempts

  public var flattenStrategy: FlattenStrategy { .latest }

  public static var defaultEffectQueue: SessionQueue { .attempts }
}

public enum SessionWork: Hashable, Sendable {
  /// The greeting, or the delay before it.
  case attempt
}
