public import Harvest
import NotesModel

import struct Millrace.Backoff

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

extension Backoff {
  /// The longest delays between attempts to connect: a second, doubled with each failure, up to 30.
  static let longest = Backoff.exponential(from: .seconds(1), atMost: .seconds(30))
  /// The delays, up to a half of each left to chance: the clients of a restarted server do not all connect at
  /// once.
  static let attempts = longest.jittered(0.5)
}
