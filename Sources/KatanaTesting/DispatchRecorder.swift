public import Katana
public import Millrace

/// Stands in for a store: an interpreter dispatches to it, and a test reads what came.
///
/// ```swift
/// let recorder = DispatchRecorder()
/// try await recorder.interpret(Beep(), by: BeepInterpreter())
/// #expect(recorder.messages(of: SoundMessage.self) == [.beeped])
/// ```
///
/// Time passes on the clock of the environment it is given, so with a manual clock ten ticks are ten messages
/// without waiting.
public final class DispatchRecorder: Sendable {
  private struct State {
    var messages: [any Message] = []
    var waiters: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
    /// What is to be done on cancelling, by the way back that asked for it.
    var onCancel: [Int: @Sendable () -> Void] = [:]
    /// Ways back of listeners that have been stopped.
    var closed: Set<Int> = []
    var isCancelled = false
    private var lastNumber = 0

    /// A number for a way back or a waiter.
    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// What the interpreters find: clock, random numbers, identifiers, dates.
  public let environment: StoreEnvironment
  private let state = Locked(State())

  /// A recorder that has heard nothing.
  public init(environment: StoreEnvironment = StoreEnvironment()) {
    self.environment = environment
  }

  // MARK: What came

  /// What was dispatched, in order.
  public var messages: [any Message] { state.withLock { $0.messages } }

  /// What was dispatched of one type, in order.
  public func messages<Msg: Message>(of type: Msg.Type) -> [Msg] { messages.compactMap { $0 as? Msg } }

  /// Returns when at least this many messages have come, or when its task is cancelled.
  public func waitForMessages(count: Int) async {
    let number = state.withLock { $0.number() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // Read under the lock: a cancellation that came before is seen, one that comes later finds the waiter.
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

  // MARK: Ways back

  /// The way back for a command interpreter.
  ///
  /// When it has been cancelled, what is dispatched is dropped.
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

  /// The way back for an interpreter that is a task.
  public var asyncDispatch: AsyncDispatch {
    AsyncDispatch(environment: environment) { [self] in _ = take($0) }
  }

  /// Says that nothing more is wanted, as a store does that cancels a command or ends.
  public func cancel() {
    let bodies = state.withLock { state in
      state.isCancelled = true
      defer { state.onCancel = [:] }
      return state.onCancel.sorted { $0.key < $1.key }.map(\.value)
    }
    for body in bodies { body() }
  }

  // MARK: Running

  /// Has a command carried out; returns when the interpreter does.
  public func interpret<Interpreter: CommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter
  ) throws {
    try interpreter.interpret(dispatch: dispatch, command: command)
  }

  /// Has a command carried out; returns when the interpreter does.
  public func interpret<Interpreter: AsyncCommandInterpreter>(
    _ command: Interpreter.Cmd, by interpreter: Interpreter
  ) async throws {
    try await interpreter.interpret(dispatch: asyncDispatch, command: command)
  }

  /// Begins to listen for a subscription; the result stops it.
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
    return Listening(stop: stop, end: { nil })
  }

  /// Begins to listen for a subscription in a task of its own; the result stops it.
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
    return Listening(stop: { task.cancel() }, end: { await task.value })
  }
}

/// A subscription that a ``DispatchRecorder`` listens for.
public struct Listening {
  private let stopping: () -> Void
  private let ending: () async -> (any Error)?

  init(stop: @escaping () -> Void, end: @escaping () async -> (any Error)?) {
    stopping = stop
    ending = end
  }

  /// Stops listening.
  public func stop() { stopping() }

  /// Returns when a listener that is a task has ended, with the error that it threw; at once for others.
  @discardableResult
  public func end() async -> (any Error)? { await ending() }
}
