/// What callback work holds: the way back to the store, and the end of the effect.
///
/// The effect runs until ``finish(throwing:)`` is called or the last reference to the continuation has gone,
/// whichever comes first. All members may be called from any thread.
///
/// See ``Effect/callback(in:id:label:_:catch:)``.
public final class EffectContinuation<Message: Sendable>: Sendable {
  /// The store's environment: its clock, random numbers, identifiers, dates, and what the application added.
  public let environment: StoreEnvironment

  private let post: @Sendable (Message) -> Bool
  private let end: @Sendable ((any Error)?) -> Void
  private let watch: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Whether its release ends the work; that of a mapped one only lets go of the one that it was made of.
  private let endsOnRelease: Bool

  init(_ state: CallbackState<Message>, environment: StoreEnvironment) {
    self.environment = environment
    post = { state.send($0) }
    end = { state.finish($0) }
    watch = { state.onCancel($0) }
    endsOnRelease = true
  }

  /// A continuation that is made of closures, to run callback work in a test.
  ///
  /// - Parameters:
  ///   - environment: What the work finds in ``environment``.
  ///   - finish: Called with the error, or nil, when the work ends; more than once if the work says so.
  ///   - onCancel: Is handed what the work wants done when it is cancelled.
  ///   - send: Takes a message, and answers whether it was welcome.
  public init(
    environment: StoreEnvironment = StoreEnvironment(),
    finish: @escaping @Sendable ((any Error)?) -> Void = { _ in },
    onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in },
    send: @escaping @Sendable (Message) -> Bool
  ) {
    self.environment = environment
    post = send
    end = finish
    watch = onCancel
    endsOnRelease = true
  }

  private init<Whole: Sendable>(
    _ whole: EffectContinuation<Whole>, _ transform: @escaping @Sendable (Message) -> Whole,
    _ transformError: @escaping @Sendable (any Error) -> any Error = { $0 }
  ) {
    environment = whole.environment
    post = { whole.send(transform($0)) }
    end = { whole.finish(throwing: $0.map(transformError)) }
    watch = { whole.onCancel($0) }
    endsOnRelease = false
  }

  deinit {
    if endsOnRelease { end(nil) }
  }

  /// Sends one message; messages of one thread arrive in the order of these calls.
  ///
  /// - Returns: False when the effect has ended or been cancelled, so that the message goes nowhere.
  @discardableResult
  public func send(_ message: Message) -> Bool { post(message) }

  /// Ends the effect, with an error or well; later calls do nothing.
  public func finish(throwing error: (any Error)? = nil) { end(error) }

  /// Calls `body` once when the effect is cancelled or its store ends, on the thread where that happens; at
  /// once, if it has been cancelled already, and never after it has finished.
  ///
  /// A second call replaces the first. What `body` captures must not hold the continuation, which would then
  /// never be let go.
  public func onCancel(_ body: @escaping @Sendable () -> Void) { watch(body) }

  /// The way back for a part whose messages `transform` wraps.
  ///
  /// It holds this one: the work is over when this one and all that were made of it have gone.
  public func map<Part: Sendable>(
    _ transform: @escaping @Sendable (Part) -> Message
  ) -> EffectContinuation<Part> {
    EffectContinuation<Part>(self, transform)
  }

  /// The same way back, which changes an error before it ends with it.
  func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> EffectContinuation {
    EffectContinuation(self, { $0 }, transform)
  }
}

/// Where callback work stands; shared by the desk that began it and the continuation that the work holds.
final class CallbackState<Message: Sendable>: Sendable {
  /// What has come of work while its `start` had not returned.
  struct Beginning {
    var messages: [Message] = []
    var end: JobEnd?
  }

  private enum Phase {
    /// `start` has not returned: what comes is kept, and goes into line without a hop.
    case starting
    /// What comes is posted.
    case open
    /// It has finished.
    case over
    /// It is no longer wanted.
    case cancelled
  }

  private struct State {
    var phase = Phase.starting
    /// What has come while it was starting.
    var beginning = Beginning()
    /// Whether the work has said that it is over; then nothing more of it counts.
    var isFinished = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  private let inlet: Inlet<Message>
  private let origin: Origin
  private let recover: (@Sendable (any Error) -> Message?)?

  init(_ inlet: Inlet<Message>, _ origin: Origin, recover: (@Sendable (any Error) -> Message?)?) {
    self.inlet = inlet
    self.origin = origin
    self.recover = recover
  }

  func send(_ message: Message) -> Bool {
    let (isTaken, wake) = state.withLock { $0.isFinished ? (false, nil) : note(message, &$0) }
    inlet.gateway.carryOut(wake)
    return isTaken
  }

  /// Notes a message under the lock, so that an end which is told later is noted later; who is to be woken is woken
  /// by the caller, outside of it, because that may lead back here.
  private func note(_ message: Message, _ state: inout State) -> (isTaken: Bool, wake: Gateway.Wake?) {
    switch state.phase {
    case .starting:
      state.beginning.messages.append(message)
      return (true, nil)
    case .open:
      return inlet.noteLater(message, from: origin)
    case .over, .cancelled:
      return (false, nil)
    }
  }

  func finish(_ error: (any Error)?) {
    let (isFirst, forgotten) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      defer {
        state.isFinished = true
        state.onCancel = nil
      }
      return (!state.isFinished, state.onCancel)
    }
    // Let go of outside of the lock, because what it captured may end with it and call back.
    withExtendedLifetime(forgotten) {}
    if !isFirst { return }
    var error = error
    var message: Message?
    if let failure = error, let recover, !isCancelled {
      error = nil
      message = recover(failure)
    }
    let end = JobEnd(origin: origin, error: error)
    let (first, second) = state.withLock { state -> (Gateway.Wake?, Gateway.Wake?) in
      let wake = message.flatMap { note($0, &state).wake }
      switch state.phase {
      case .starting:
        state.beginning.end = end
      case .open:
        state.phase = .over
        return (wake, inlet.noteLater(end))
      case .over, .cancelled:
        break
      }
      return (wake, nil)
    }
    inlet.gateway.carryOut(first)
    inlet.gateway.carryOut(second)
  }

  private var isCancelled: Bool {
    state.withLock { state in
      if case .cancelled = state.phase { true } else { false }
    }
  }

  func onCancel(_ body: @escaping @Sendable () -> Void) {
    let (replaced, isCancelled) = state.withLock { state in
      let replaced = state.onCancel
      if state.isFinished { return (replaced, false) }
      switch state.phase {
      case .starting, .open:
        state.onCancel = body
        return (replaced, false)
      case .over: return (replaced, false)
      case .cancelled: return (replaced, true)
      }
    }
    withExtendedLifetime(replaced) {}
    if isCancelled { body() }
  }

  /// The work is no longer wanted.
  func cancel() {
    let onCancel = state.withLock { state -> (@Sendable () -> Void)? in
      if case .over = state.phase { return nil }
      state.phase = .cancelled
      defer { state.onCancel = nil }
      return state.onCancel
    }
    onCancel?()
  }

  /// `start` has returned: gives what came until now; what comes from now on is posted.
  func started() -> Beginning {
    state.withLock { state in
      guard case .starting = state.phase else { return Beginning() }
      state.phase = state.beginning.end == nil ? .open : .over
      defer { state.beginning = Beginning() }
      return state.beginning
    }
  }
}
