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

  /// A message in each interval.
  ///
  /// The message is `Equatable` so that the same one in the same interval is the same subscription.
  public init(_ interval: Duration, send message: some Message & Equatable) {
    self.interval = interval
    self.message = message
  }

  /// Whether equal messages come in the same interval.
  public static func == (left: Every, right: Every) -> Bool {
    left.interval == right.interval && areEqual(left.message, right.message)
  }
}

/// Counts the intervals on the environment's clock.
public enum EveryInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches at each interval's end.
  public static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {
    guard subscription.interval > .zero else { throw InvalidInterval(interval: subscription.interval) }
    try await tick(subscription, dispatch, on: dispatch.environment.clock)
  }

  private static func tick(
    _ subscription: Every, _ dispatch: AsyncDispatch, on clock: some Clock<Duration>
  ) async throws {
    var next = clock.now
    while true {
      next = next.advanced(by: subscription.interval)
      try await clock.sleep(until: next, tolerance: nil)
      await dispatch(subscription.message)
    }
  }
}
