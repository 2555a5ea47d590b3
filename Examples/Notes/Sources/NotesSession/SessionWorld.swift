public import Harvest
import NotesModel

/// The dependencies of a session: a server, time and random numbers.
public struct SessionWorld: Sendable {
  /// The clock and the random numbers of the delays.
  let environment: StoreEnvironment
  /// Requests the server's greeting.
  let greet: @Sendable () async throws(ServerError) -> Greeting
  /// The number of consecutive failures when an effect begins, which decides only how long `wait` takes.
  var failures = 0
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

/// The delays between attempts to connect: longer each time, and partly random.
///
/// Random delays keep the clients of a restarted server from connecting all at once.
enum Backoff {
  /// The number of failures after which the delay does not grow any more.
  static let most = 6

  /// Returns the count after one more failure.
  ///
  /// A count may come from a file, so it may be any number.
  static func count(after failures: Int) -> Int {
    min(max(failures, 0), most - 1) + 1
  }

  /// Returns the maximum delay after this many consecutive failures: a second, doubled with each, up to 30.
  static func longest(after failures: Int) -> Duration {
    let doublings = min(max(failures, 1), most) - 1
    return .seconds(min(1 << doublings, 30))
  }

  /// Returns a random delay between half of the maximum and the maximum.
  static func delay(after failures: Int, using random: inout some RandomNumberGenerator) -> Duration {
    longest(after: failures) * Double.random(in: 0.5...1, using: &random)
  }
}
