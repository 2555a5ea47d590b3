public import Millrace

// Commands, events and facts of other isolations, with a bound.
extension Engine {
  /// Executes a command, unless too many wait.
  ///
  /// It bounds the memory of a program whose commands come faster than the engine takes them:
  ///
  /// ```swift
  /// if engine.execute(command: Measure(value), limit: 1_000) == .full { dropped += 1 }
  /// ```
  ///
  /// At the engine's home the command is executed before this returns, and no bound applies. From any other
  /// isolation it is posted only while fewer than `limit` commands, events and facts of other isolations
  /// wait. The bound is exact, whatever the number of threads. Calls without a limit count, and so do events
  /// of handlers and calls of reactions that come from other isolations; see `Sender.send(_:limit:)`.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - limit: The number of waiting messages at which the engine is full; with 0 or less it always is.
  ///   - isolation: The caller's isolation.
  /// - Returns: The outcome. A command that was not accepted is not kept.
  public func execute(
    command: some AnyCommand, limit: Int, isolation: isolated (any Actor)? = #isolation
  ) -> BoundedSend {
    send(.execute(command, nil, from: 0), limit: limit, isolation)
  }

  /// Publishes an event, unless too many messages wait; see ``execute(command:limit:isolation:)``.
  public func publish(
    event: some AnyEvent, limit: Int, isolation: isolated (any Actor)? = #isolation
  ) -> BoundedSend {
    send(.publish(event, nil, from: 0), limit: limit, isolation)
  }

  /// Posts a fact, unless too many messages wait; see ``execute(command:limit:isolation:)``.
  public func post<F: Fact>(
    fact: F, limit: Int, isolation: isolated (any Actor)? = #isolation
  ) -> BoundedSend {
    publish(event: Event<FactCommand<F>>.data(fact), limit: limit, isolation: isolation)
  }

  private func send(
    _ message: EngineMessage, limit: Int, _ isolation: isolated (any Actor)?
  ) -> BoundedSend {
    if isAtHome(isolation) {
      return send(message, isolation) ? .accepted : .ended
    }
    let outcome = sender.send(message, limit: limit)
    if outcome == .ended { missed(message, isolation) }
    return outcome
  }
}
