/// Something to listen to for as long as the state says so.
///
/// A store is given a function from its state to the subscriptions it should have. After each turn the new set
/// is compared with the old one by id: what left is stopped, what came is started, and what stayed is not
/// touched, whatever its closure captured. An id that occurs twice is one subscription, which stops when the
/// last of the two has gone. All stop when the store ends.
///
/// ```swift
/// let store = Store(
///   Stopwatch(), of: StopwatchMessage.self,
///   subscriptions: { watch in watch.isRunning ? [.every(.seconds(1), id: "tick") { .tick }] : [] }
/// ) { watch, message in … }
/// ```
public struct StoreSubscription<Message: Sendable>: Sendable {
  enum Body: Sendable {
    case task(@Sendable (Send<Message>) async throws -> Void)
    case callback(@Sendable (Sender<Message>) throws -> @Sendable () -> Void)
  }

  /// What the subscription is compared by.
  public let id: EffectID
  /// What it is called in records and errors; nil for its id.
  public let label: EffectLabel?
  let body: Body
  private(set) var inherits = false

  /// Listens with an asynchronous body, which is cancelled to stop it.
  ///
  /// A body that returns has nothing more to say; it is not begun again while its id stays in the set. An error
  /// it throws goes to the flow's error handler.
  public init(
    _ id: EffectID, label: EffectLabel? = nil,
    _ body: @escaping @Sendable (_ send: Send<Message>) async throws -> Void
  ) {
    self.id = id
    self.label = label
    self.body = .task(body)
  }

  /// Listens by calling `start`, which returns the means to stop.
  ///
  /// `start` is called at the store's home, inside of the turn; `stop` may be called on any thread, because a
  /// store may end on any. What the sender is given after the stop is dropped.
  public static func listening(
    _ id: EffectID, label: EffectLabel? = nil,
    start: @escaping @Sendable (_ sender: Sender<Message>) throws -> @Sendable () -> Void
  ) -> StoreSubscription {
    StoreSubscription(id: id, label: label, body: .callback(start))
  }

  /// One message for each element of an asynchronous sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, id: EffectID, label: EffectLabel? = nil,
    _ message: @escaping @Sendable (Elements.Element) -> Message
  ) -> StoreSubscription where Elements.Element: Sendable {
    StoreSubscription(id, label: label) { send in
      for try await element in elements { await send(message(element)) }
    }
  }

  /// One message in each `interval` on the environment's clock, the first after one interval.
  ///
  /// The times do not drift: each is counted from the start. An interval that is not above zero is reported to
  /// the error handler and sends nothing.
  ///
  /// - Parameters:
  ///   - interval: The time between two messages.
  ///   - id: What the subscription is compared by.
  ///   - label: What it is called in records and errors.
  ///   - missedTicks: What becomes of ticks whose times went by while the program was stopped or the computer
  ///     slept. By default one message stands for all of them.
  ///   - message: Makes each message when its time has come.
  public static func every(
    _ interval: Duration, id: EffectID, label: EffectLabel? = nil, missedTicks: MissedTicks = .skip,
    _ message: @escaping @Sendable () -> Message
  ) -> StoreSubscription {
    StoreSubscription(id, label: label) { send in
      try await Timekeeper.tick(every: interval, missed: missedTicks, on: send.environment.clock) {
        await send(message())
      }
    }
  }

  private init(id: EffectID, label: EffectLabel?, body: Body) {
    self.id = id
    self.label = label
    self.body = body
  }

  /// The same subscription, whose body sees the task locals and the priority of the `send` whose turn begins it.
  ///
  /// Without it a body sees none, because it outlives what led to it. Those of a subscription that begins with its
  /// store are of the task that makes the store.
  ///
  /// - Parameter inherits: Whether the body inherits.
  public func inheriting(_ inherits: Bool = true) -> StoreSubscription {
    var subscription = self
    subscription.inherits = inherits
    return subscription
  }

  /// The same subscription for a parent that wraps this one's messages.
  public func map<NewMessage: Sendable>(
    _ transform: @escaping @Sendable (Message) -> NewMessage
  ) -> StoreSubscription<NewMessage> {
    let mapped =
      switch body {
      case .task(let body):
        StoreSubscription<NewMessage>(id, label: label) { send in try await body(send.map(transform)) }
      case .callback(let start):
        StoreSubscription<NewMessage>.listening(id, label: label) { sender in try start(sender.map(transform))
        }
      }
    return mapped.inheriting(inherits)
  }
}

/// A repeating subscription was given an interval in which no time passes.
public struct InvalidInterval: Error, CustomStringConvertible {
  /// The interval.
  public let interval: Duration

  /// The error about an interval.
  public init(interval: Duration) {
    self.interval = interval
  }

  /// What happened, why, and what to do.
  public var description: String {
    "A message every \(interval) would never end; give an interval above zero."
  }
}
