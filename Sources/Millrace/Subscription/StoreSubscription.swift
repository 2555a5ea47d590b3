/// A source of messages that runs for as long as the state requests it.
///
/// A store receives a function from its state to the wanted subscriptions. After each turn the new list is
/// compared with the old one by id: missing subscriptions are stopped, new ones are started, and those that
/// stay are not touched, whatever their closures captured. An id that occurs twice is one subscription, which
/// stops when both are gone. All stop when the store ends.
///
/// The asynchronous body of a subscription that the first state asks for begins when the code that creates
/// the store returns to the store's home, or with the first message. A store without a home begins it when
/// turns are taken by hand.
///
/// ```swift
/// let store = Store(
///   Stopwatch(), of: StopwatchMessage.self,
///   subscriptions: { watch in watch.isRunning ? [.every(.seconds(1), id: "tick") { .tick }] : [] }
/// ) { watch, message in … }
/// ```
public struct StoreSubscription<Message: Sendable>: Sendable {
  @usableFromInline
  enum Body: Sendable {
    case task(@Sendable (Send<Message>) async throws -> Void)
    case callback(@Sendable (Sender<Message>) throws -> @Sendable () -> Void)
  }

  /// The id by which the subscription is compared.
  public let id: EffectID
  /// The name of the subscription in records and errors; nil for its id.
  public let label: EffectLabel?
  @usableFromInline let body: Body
  /// A function that turns the error of the body into a message.
  private(set) var recover: (@Sendable (any Error) -> Message?)?
  @usableFromInline private(set) var inherits = false
  /// False if the body uses nothing of the environment but the clock.
  @usableFromInline private(set) var usesEnvironment = true

  /// Creates a subscription with an asynchronous body, which is cancelled to stop it.
  ///
  /// A body that has returned is not begun again while its id stays in the list. Its error goes to the flow's
  /// error handler.
  public init(
    _ id: EffectID, label: EffectLabel? = nil,
    _ body: @escaping @Sendable (_ send: Send<Message>) async throws -> Void
  ) {
    self.id = id
    self.label = label
    self.body = .task(body)
  }

  /// Creates a subscription that calls `start`, which returns a function that stops it.
  ///
  /// `start` is called at the store's home, inside the turn; `stop` may be called on any thread, because a
  /// store may end on any. Messages that reach the sender after the stop are dropped. A message that is sent
  /// before `start` returns has its turn right after those that wait, without a hop. Only at the store's
  /// creation is it posted, because nothing observes the store yet.
  public static func listening(
    _ id: EffectID, label: EffectLabel? = nil,
    start: @escaping @Sendable (_ sender: Sender<Message>) throws -> @Sendable () -> Void
  ) -> StoreSubscription {
    StoreSubscription(id: id, label: label, body: .callback(start)).withoutEnvironment()
  }

  /// Creates a subscription that sends one message for each element of an asynchronous sequence.
  @_alwaysEmitIntoClient
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, id: EffectID, label: EffectLabel? = nil,
    _ message: @escaping @Sendable (Elements.Element) -> Message
  ) -> StoreSubscription where Elements.Element: Sendable {
    StoreSubscription(id, label: label) { send in
      for try await element in elements { await send(message(element)) }
    }
    .withoutEnvironment()
  }

  /// Creates a subscription that sends one message in each `interval` on the environment's clock, the first
  /// after one interval.
  ///
  /// The times do not drift: each is counted from the start. An interval of zero or less is reported to the
  /// error handler and sends nothing.
  ///
  /// - Parameters:
  ///   - interval: The time between two messages.
  ///   - id: The id by which the subscription is compared.
  ///   - label: The name of the subscription in records and errors.
  ///   - missedTicks: The treatment of ticks that were missed while the program was stopped or the computer
  ///     slept. By default one message stands for all of them.
  ///   - message: A function that creates each message when its time has come.
  public static func every(
    _ interval: Duration, id: EffectID, label: EffectLabel? = nil, missedTicks: MissedTicks = .skip,
    _ message: @escaping @Sendable () -> Message
  ) -> StoreSubscription {
    StoreSubscription(id, label: label) { send in
      try await Timekeeper.tick(every: interval, missed: missedTicks, on: send.environment.clock) {
        await send(message())
      }
    }
    .withoutEnvironment()
  }

  private init(id: EffectID, label: EffectLabel?, body: Body) {
    self.id = id
    self.label = label
    self.body = body
  }

  /// Returns the subscription with a body that inherits the task locals and the priority of the `send` whose
  /// turn begins it.
  ///
  /// Otherwise a body inherits nothing, because it outlives what led to it. A subscription that begins with
  /// its store inherits from the task that creates the store.
  ///
  /// - Parameter inherits: True if the body inherits.
  public func inheriting(_ inherits: Bool = true) -> StoreSubscription {
    var subscription = self
    subscription.inherits = inherits
    return subscription
  }

  /// Returns the subscription with the mark that its body uses nothing of the environment but the clock.
  @usableFromInline
  func withoutEnvironment() -> StoreSubscription {
    var subscription = self
    subscription.usesEnvironment = false
    return subscription
  }

  /// Returns the subscription with the mark that its work uses the environment, although it only listens.
  package func withEnvironment() -> StoreSubscription {
    var subscription = self
    subscription.usesEnvironment = true
    return subscription
  }

  /// Returns the subscription with another body; the rest stays.
  @usableFromInline
  func with(body: Body) -> StoreSubscription {
    with(body: body, recover: recover)
  }

  func with<NewMessage: Sendable>(
    body: StoreSubscription<NewMessage>.Body, recover: (@Sendable (any Error) -> NewMessage?)?
  ) -> StoreSubscription<NewMessage> {
    var subscription = StoreSubscription<NewMessage>(id: id, label: label, body: body)
    subscription.recover = recover
    subscription.inherits = inherits
    subscription.usesEnvironment = usesEnvironment
    return subscription
  }

  /// Returns the subscription for a parent that wraps its messages.
  public func map<NewMessage: Sendable>(
    _ transform: @escaping @Sendable (Message) -> NewMessage
  ) -> StoreSubscription<NewMessage> {
    var mapped: (@Sendable (any Error) -> NewMessage?)?
    if let recover { mapped = { recover($0).map(transform) } }
    return switch body {
    case .task(let body): with(body: .task { try await body($0.map(transform)) }, recover: mapped)
    case .callback(let start): with(body: .callback { try start($0.map(transform)) }, recover: mapped)
    }
  }
}

/// An error of a repeating subscription with an interval of zero or less.
public struct InvalidInterval: Error, CustomStringConvertible {
  /// The interval.
  public let interval: Duration

  /// Creates the error for an interval.
  public init(interval: Duration) {
    self.interval = interval
  }

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    "A timer with an interval of \(interval) is invalid; use an interval above zero."
  }
}

extension InvalidInterval: AdvisingError {}
