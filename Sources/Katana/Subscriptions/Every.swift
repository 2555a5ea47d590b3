public import Millrace

/// One message per interval on the environment's clock, the first after one interval.
///
/// The times do not drift: each is counted from the start.
///
/// ```swift
/// model.isRunning ? [Every(.seconds(1), send: WatchMessage.tick)] : []
/// ```
public struct Every: Subscription {
  /// The time between two messages; zero or less is an error.
  public let interval: Duration
  /// The message that is dispatched each time.
  public let message: any Message
  /// The rule for ticks that were missed while the program was stopped or the computer slept.
  public let missedTicks: MissedTicks

  /// Creates a repeated message.
  ///
  /// The message is `Equatable` so that the same message in the same interval is the same subscription.
  ///
  /// - Parameters:
  ///   - interval: The time between two messages.
  ///   - message: The message that is dispatched each time.
  ///   - missedTicks: The rule for ticks that were missed while the program was stopped or the computer
  ///     slept. By default one message stands for all of them.
  public init(_ interval: Duration, send message: some Message & Equatable, missedTicks: MissedTicks = .skip)
  {
    self.interval = interval
    self.message = message
    self.missedTicks = missedTicks
  }

  /// Returns whether equal messages are dispatched in the same interval with the same rule for missed ticks.
  public static func == (left: Every, right: Every) -> Bool {
    left.interval == right.interval && left.missedTicks == right.missedTicks
      && areEqual(left.message, right.message)
  }
}

/// An interpreter that dispatches repeated messages on the environment's clock.
public enum EveryInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches the message at the end of each interval.
  public static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {
    try await Timekeeper.tick(
      every: subscription.interval, missed: subscription.missedTicks, on: dispatch.environment.clock
    ) {
      await dispatch(subscription.message)
    }
  }
}
