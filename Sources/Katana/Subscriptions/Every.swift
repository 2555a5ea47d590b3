public import Millrace

/// One message in each interval on the environment's clock, the first after one interval.
///
/// The times do not drift: each is counted from the start.
///
/// ```swift
/// model.isRunning ? [Every(.seconds(1), send: WatchMessage.tick)] : []
/// ```
public struct Every: Subscription {
  /// The time between two messages; one that is not above zero is an error.
  public let interval: Duration
  /// What is dispatched each time.
  public let message: any Message
  /// What becomes of ticks whose times went by while the program was stopped or the computer slept.
  public let missedTicks: MissedTicks

  /// A message in each interval.
  ///
  /// The message is `Equatable` so that the same one in the same interval is the same subscription.
  ///
  /// - Parameters:
  ///   - interval: The time between two messages.
  ///   - message: What is dispatched each time.
  ///   - missedTicks: What becomes of ticks whose times went by while the program was stopped or the computer
  ///     slept. By default one message stands for all of them.
  public init(_ interval: Duration, send message: some Message & Equatable, missedTicks: MissedTicks = .skip)
  {
    self.interval = interval
    self.message = message
    self.missedTicks = missedTicks
  }

  /// Whether equal messages come in the same interval, and missed ticks are treated alike.
  public static func == (left: Every, right: Every) -> Bool {
    left.interval == right.interval && left.missedTicks == right.missedTicks
      && areEqual(left.message, right.message)
  }
}

/// Counts the intervals on the environment's clock.
public enum EveryInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches at each interval's end.
  public static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {
    try await Timekeeper.tick(
      every: subscription.interval, missed: subscription.missedTicks, on: dispatch.environment.clock
    ) {
      await dispatch(subscription.message)
    }
  }
}
