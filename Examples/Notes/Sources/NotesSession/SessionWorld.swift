public import Harvest
public import NotesModel

/// What a session needs from outside: a server, time and chance.
public struct SessionWorld: Sendable {
  /// Asks the server whether it is there, and who it is.
  public var greet: @Sendable () async throws(GreetingFailure) -> Greeting
  /// What delays are measured by.
  public var clock: any Clock<Duration>
  /// What delays are drawn from.
  public var random: RandomSource

  /// A world with the time and the chance of a flow.
  public init(
    in environment: StoreEnvironment, greet: @escaping @Sendable () async throws(GreetingFailure) -> Greeting
  ) {
    self.greet = greet
    clock = environment.clock
    random = environment.random
  }
}

/// Why a greeting has come to nothing; the reasons are sentences.
public enum GreetingFailure: Error, Hashable, Sendable {
  /// Nobody has answered.
  case unreachable(reason: String)
  /// Somebody has, and will not have this client, or is somebody else.
  case refused(reason: String)
}

/// Where effects stand in line: there is but one thing to do at a time.
public enum SessionQueue: EffectQueueProtocol {
  /// Greetings and delays; the latest takes the place of the one before.
  case attempts

  /// What happens when several effects are asked for.
  public var flattenStrategy: FlattenStrategy { .latest }

  /// The queue of effects that name none.
  public static var defaultEffectQueue: SessionQueue { .attempts }
}

/// What effects are cancelled by.
public enum SessionWork: Hashable, Sendable {
  /// The server is asked, or time passes until it is.
  case attempt
}
