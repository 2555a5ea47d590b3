public import Katana
public import Millrace

/// A stand-in for a store: an interpreter dispatches to it, and a test reads the dispatched messages.
///
/// ```swift
/// let recorder = DispatchRecorder()
/// try await recorder.interpret(Beep(), by: BeepInterpreter())
/// #expect(recorder.messages(of: SoundMessage.self) == [.beeped])
/// ```
///
/// Interpreters use the clock of its environment: with a manual clock, ten ticks are ten messages without any
/// waiting.
public final class DispatchRecorder: Sendable {
  private struct State {
    var messages: [any Message] = []
    var waiters: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
    /// The cancellation handlers, by the number of the dispatcher that set them.
    var onCancel: [Int: @Sendable () -> Void] = [:]
    /// The numbers of the dispatchers whose listeners have been stopped.
    var closed: Set<Int> = []
    var isCancelled = false
    private var lastNumber = 0

    /// Returns a new number for a dispatcher or a waiter.
    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// The environment that interpreters receive: clock, random numbers, identifiers, dates.
  public let environment: StoreEnvironment
  private let state = Locked(State())

  /// Creates a recorder without messages.
  public init(environment: StoreEnvironment = StoreEnvironment()) {
    self.environment = environment
  }

  // MARK: Messages

  /// All dispatched messages, in order.
  public var messages: [any Message] { state.withLock { $0.messages } }

  /// Returns the dispatched messages of one type, in order.
  public func messages<Msg: Message>(of type: Msg.Type) -> [Msg] { messages.compactMap { $0 as? Msg } }

  /// Returns when at least `count` messages have been dispatched, or when its task is cancelled.
  public func waitForMessages(count: Int) async {
    let number = state.withLock { $0.number() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // Read under the lock: an earlier cancellation is seen here, a later one finds the waiter.
          if state.messages.count >= count || Task.isCancelled { return true }
          state.waiters[number] = (count, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume()
    }
  }

  private func take(_ message: any Message, by way: Int? = nil) -> Bool {
    let woken: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      if state.isCancelled { return nil }
      if let way, state.closed.contains(way) { return nil }
      state.messages.append(message)
      let ready = state.waiters.filter { $0.value.count <= state.messages.count }
      for number in ready.keys { state.waiters[number] = nil }
      return ready.values.map(\.continuation)
    }
    for waiter in woken ?? [] { waiter.resume() }
    return woken != nil
  }

  // MARK: Dispatchers

  /// A dispatcher for a command interpreter.
  ///
  /// After its cancellation, dispatched messages are dropped.
  public var dispatch: Dispatcher { dispatch(by: state.withLock { $0.number() }) }

  private func dispatch(by way: Int) -> Dispatcher {
    Dispatcher(
      EffectContinuation(
        environment: environment,
        finish: { [self] _ in
          let forgotten = state.withLock { $0.onCancel.removeValue(forKey: way) }
          withExtendedLifetime(forgotten) {}
        },
        onCancel: { [self] body in
          let (replaced, isCancelled) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            if state.isCancelled { return (nil, true) }
            return (state.onCancel.updateValue(body, forKey: way), false)
          }
          withExtendedLifetime(replaced) {}
          if isCancelled { body() }
        },
        send: { [self] in take($0, by: way) }))
  }

  /// A dispatcher for an interpreter that is a task.
  public var asyncDispatch: AsyncDispatch {
    AsyncDispatch(environment: environment) { [self] in _ = take($0) }
  }

  /// Cancels all interpreters, as a store does that cancels a command or ends.
  public func cancel() {
    let bodies = state.withLock { state in
      state.isCancelled = true
      defer { state.onCancel = [:] }
      return state.onCancel.sorted { $0.key < $1.key }.map(\.value)
    }
    for body in bodies { body() }
  }

  // MARK: Running

  /// Interprets a command; returns when the interpreter does.
  public func interpret<Interpreter: CommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter
  ) throws {
    try interpreter.interpret(dispatch: dispatch, command: command)
  }

  /// Interprets a command; returns when the interpreter does.
  public func interpret<Interpreter: AsyncCommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter
  ) async throws {
    try await interpreter.interpret(dispatch: asyncDispatch, command: command)
  }

  /// Interprets a command with an interpreter that reads the model; returns when the interpreter does.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - interpreter: The interpreter.
  ///   - model: The model that a reading returns; the expression is evaluated for each.
  public func interpret<Interpreter: ModelCommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter,
    model: @escaping @autoclosure @Sendable () -> Interpreter.Mdl
  ) async throws {
    try await interpreter.interpret(
      dispatch: asyncDispatch, command: command, model: ModelReader { model() })
  }

  /// Interprets a command with an interpreter that makes an effect; returns when the effect has ended.
  ///
  /// The effect runs in a store of its own, with the recorder's environment, so queues, ids and sequences
  /// work.
  ///
  /// - Throws: The first error that the effect threw or reported.
  public func interpret<Interpreter: EffectCommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let run = EffectRun { [self] in _ = take($0) }
    try await run.perform(interpreter.effect(of: command), environment: environment, isolation: isolation) {
      [self] cancel in
      let isCancelled = state.withLock { state in
        if !state.isCancelled { state.onCancel[state.number()] = cancel }
        return state.isCancelled
      }
      if isCancelled { cancel() }
    }
  }

  /// Starts a listener for a subscription; the result stops it.
  public func listen<Interpreter: SubscriptionInterpreter>(
    to subscription: Interpreter.Sub, by interpreter: Interpreter.Type
  ) throws -> Listening {
    let way = state.withLock { $0.number() }
    let listener = interpreter.init(subscription: subscription, dispatch: dispatch(by: way))
    let stop = { [self] in
      if state.withLock({ $0.closed.insert(way).inserted }) { listener.stop() }
    }
    do {
      try listener.start()
    } catch {
      stop()
      throw error
    }
    return Listening(stopping: stop, ending: { nil })
  }

  /// Starts a listener for a subscription in a task of its own; the result stops it.
  public func listen<Interpreter: AsyncSubscriptionInterpreter>(
    to subscription: Interpreter.Sub, by interpreter: Interpreter.Type
  ) -> Listening {
    let dispatch = asyncDispatch
    let task = Task { () -> (any Error)? in
      do {
        try await interpreter.listen(to: subscription, dispatch: dispatch)
        return nil
      } catch {
        return error
      }
    }
    return Listening(stopping: { task.cancel() }, ending: { await task.value })
  }
}

/// A running listener of a ``DispatchRecorder``.
public struct Listening {
  let stopping: () -> Void
  let ending: () async -> (any Error)?

  /// Stops the listener.
  public func stop() { stopping() }

  /// Stops the listener, and returns when it has ended, with the error that it threw.
  ///
  /// A listener that is a task is cancelled, and may throw `CancellationError`. For any other, it returns
  /// nil.
  @discardableResult
  public func end() async -> (any Error)? {
    stopping()
    return await ending()
  }

  /// Returns when a listener that is a task has ended by itself, with the error that it threw.
  ///
  /// One that listens for ever ends only by ``stop()``; ``end()`` does both. For any other, it returns nil
  /// at once.
  @discardableResult
  public func finish() async -> (any Error)? { await ending() }
}
