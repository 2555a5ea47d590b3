/// The channel from callback work to the store; it also ends the effect.
///
/// The effect runs until ``finish(throwing:)`` is called or the last reference to the continuation is
/// released, whichever comes first. All members may be called from any thread.
///
/// See ``Effect/callback(in:id:label:_:catch:)``.
public final class EffectContinuation<Message: Sendable>: Sendable {
  /// The store's environment: its clock, random numbers, identifiers, dates, and the application's own
  /// values.
  public let environment: StoreEnvironment

  private let post: @Sendable (Message) -> Bool
  private let end: @Sendable ((any Error)?) -> Void
  private let watch: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// True if its release ends the work; a mapped continuation only releases the one it was made from.
  private let endsOnRelease: Bool

  init(_ state: CallbackState<Message>, environment: StoreEnvironment) {
    self.environment = environment
    post = { state.send($0) }
    end = { state.finish($0) }
    watch = { state.onCancel($0) }
    endsOnRelease = true
  }

  /// Creates a continuation from closures, to run callback work in a test.
  ///
  /// - Parameters:
  ///   - environment: The environment that the work finds in ``environment``.
  ///   - finish: A handler that receives the error, or nil, when the work ends; called again if the work ends
  ///     itself again.
  ///   - onCancel: A function that receives the work's cancellation handler.
  ///   - send: A function that takes a message and returns whether it was accepted.
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
    _ transformError: @escaping @Sendable (any Error) -> any Error = { $0 },
    environment: StoreEnvironment? = nil
  ) {
    self.environment = environment ?? whole.environment
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
  /// - Returns: False if the effect has ended or been cancelled, so that the message is dropped.
  @discardableResult
  public func send(_ message: Message) -> Bool { post(message) }

  /// Ends the effect, with an error or successfully; later calls do nothing.
  public func finish(throwing error: (any Error)? = nil) { end(error) }

  /// Calls `body` once when the effect is cancelled or its store ends, on the thread where that happens.
  ///
  /// If the effect has already been cancelled, `body` is called at once; after the effect has finished it is
  /// never called.
  ///
  /// A second call replaces the first. `body` must not capture the continuation, which would then never be
  /// released.
  public func onCancel(_ body: @escaping @Sendable () -> Void) { watch(body) }

  /// Returns a continuation for a part whose messages `transform` wraps.
  ///
  /// It retains this one: the work ends when this continuation and all those made from it are released.
  public func map<Part: Sendable>(
    _ transform: @escaping @Sendable (Part) -> Message
  ) -> EffectContinuation<Part> {
    EffectContinuation<Part>(self, transform)
  }

  /// Returns a continuation with another environment.
  @usableFromInline
  func with(_ environment: StoreEnvironment) -> EffectContinuation {
    EffectContinuation(self, { $0 }, environment: environment)
  }

  /// Returns a continuation that transforms an error before it ends the effect with it.
  @usableFromInline
  func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> EffectContinuation {
    EffectContinuation(self, { $0 }, transform)
  }
}

/// The state of callback work, shared by the runner that began it and the continuation that the work holds.
final class CallbackState<Message: Sendable>: Sendable {
  /// The events of work within its `start`.
  struct Beginning {
    var messages: [Message] = []
    var end: JobEnd?
  }

  private enum Phase {
    /// `start` has not returned: its messages are kept, and enqueued without a hop.
    ///
    /// Those of other threads are posted, as they are later. They would come between the turns that `start`'s
    /// own turn leads to.
    case starting
    /// Messages are posted.
    case open
    case over
    case cancelled
  }

  private struct State {
    var phase = Phase.starting
    var beginning = Beginning()
    /// True after the work has reported its end; later calls have no effect.
    var isFinished = false
    /// True if messages were posted, behind which the end comes.
    var hasPosted = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  /// The thread that calls `start`.
  private let thread = StackRoom.thread
  private let mailbox: Mailbox<Message>
  private let source: MessageSource
  private let recover: (@Sendable (any Error) -> Message?)?

  init(_ mailbox: Mailbox<Message>, _ source: MessageSource, recover: (@Sendable (any Error) -> Message?)?) {
    self.mailbox = mailbox
    self.source = source
    self.recover = recover
  }

  func send(_ message: Message) -> Bool {
    let (isTaken, wake) = state.withLock { $0.isFinished ? (false, nil) : note(message, &$0) }
    mailbox.gateway.carryOut(wake)
    return isTaken
  }

  /// Records a message under the lock, so that a later end is recorded after it.
  ///
  /// The caller wakes the home outside the lock, because waking may lead back here.
  private func note(_ message: Message, _ state: inout State) -> (isTaken: Bool, wake: Gateway.Wake?) {
    switch state.phase {
    case .starting where isCalledByStart:
      state.beginning.messages.append(message)
      return (true, nil)
    case .starting, .open:
      state.hasPosted = true
      return mailbox.noteLater(message, from: source)
    case .over, .cancelled:
      return (false, nil)
    }
  }

  private var isCalledByStart: Bool { StackRoom.thread == thread }

  func finish(_ error: (any Error)?) {
    let (isFirst, forgotten) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      defer {
        state.isFinished = true
        state.onCancel = nil
      }
      return (!state.isFinished, state.onCancel)
    }
    // Released outside the lock, because captured values may end with it and call back.
    withExtendedLifetime(forgotten) {}
    if !isFirst { return }
    var error = error
    var message: Message?
    if let failure = error, let recover, !isCancelled {
      error = nil
      message = recover(failure)
    }
    let end = JobEnd(source: source, error: error)
    let (first, second) = state.withLock { state -> (Gateway.Wake?, Gateway.Wake?) in
      let wake = message.flatMap { note($0, &state).wake }
      switch state.phase {
      case .starting where isCalledByStart && !state.hasPosted:
        state.beginning.end = end
      case .starting, .open:
        state.phase = .over
        return (wake, mailbox.noteLater(end))
      case .over, .cancelled:
        break
      }
      return (wake, nil)
    }
    mailbox.gateway.carryOut(first)
    mailbox.gateway.carryOut(second)
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

  func cancel() {
    let onCancel = state.withLock { state -> (@Sendable () -> Void)? in
      if case .over = state.phase { return nil }
      state.phase = .cancelled
      defer { state.onCancel = nil }
      return state.onCancel
    }
    onCancel?()
  }

  /// Records that `start` has returned, and returns its events.
  ///
  /// All others are posted.
  func started() -> Beginning {
    state.withLock { state in
      if case .cancelled = state.phase { return Beginning() }
      if case .starting = state.phase { state.phase = state.beginning.end == nil ? .open : .over }
      defer { state.beginning = Beginning() }
      return state.beginning
    }
  }
}
