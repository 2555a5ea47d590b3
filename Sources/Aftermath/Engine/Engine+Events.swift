import Millrace

extension Engine {
  // MARK: Publishing

  /// Publishes an event: passes it through the middleware to the reactions.
  ///
  /// At home, the reactions have run when this returns; from any other isolation it is posted. For an event
  /// without reactions, except progress, the error handler receives ``Warning/noEventListeners(event:)``.
  @inlinable
  public func publish<C: Command>(event: Event<C>, isolation: isolated (any Actor)? = #isolation) {
    if isAtHome(isolation), core.publishDirectly(event) { return }
    send(.publish(event, nil, from: 0), isolation)
  }

  /// Publishes an event of any type; see ``publish(event:isolation:)-(Event<C>,_)``.
  public func publish(event: some AnyEvent, isolation: isolated (any Actor)? = #isolation) {
    send(.publish(event, nil, from: 0), isolation)
  }

  /// Posts a fact to the reactions to its type; see ``publish(event:isolation:)-(Event<C>,_)``.
  @inlinable
  public func post<F: Fact>(fact: F, isolation: isolated (any Actor)? = #isolation) {
    publish(event: Event<FactCommand<F>>.data(fact), isolation: isolation)
  }

  /// Publishes an event of a handler that names its own engine.
  func publish<C: Command>(
    _ event: Event<C>, by handler: Any.Type, isolation: isolated (any Actor)?
  ) {
    if !inbox.isHandled(C.self) {
      report(Warning.foreignHandler(handler: "\(handler)", event: event), isolation: isolation)
    }
    sendAnswer(event, nil, isolation)
  }

  // MARK: Listening

  /// Calls `body` with the events of commands of a type, in the caller's isolation.
  @usableFromInline
  func listen<C: Command>(
    to command: C.Type, owner: ReactionOwner, isolation: isolated any Actor,
    _ body: @escaping (Event<C>) -> Void
  ) -> DisposalToken {
    let listener = listener(owner, isolation, body)
    enter(isolation) { $0.add(listener) }
    return DisposalToken(life: listener.life)
  }

  /// Executes a command, and calls `body` with the events of this execution, in the caller's isolation.
  @usableFromInline
  func execute<C: Command>(
    _ command: C, owner: ReactionOwner, isolation: isolated any Actor, _ body: @escaping (Event<C>) -> Void
  ) -> DisposalToken {
    let listener = listener(owner, isolation, body)
    let execution = Execution(command: "\(command)", inbox: inbox, reaction: listener.life)
    enter(isolation) { [id = ObjectIdentifier(execution)] in $0.add(listener, to: id) }
    send(.execute(command, ExecutionReference(execution), from: 0), isolation)
    return DisposalToken(life: listener.life)
  }

  /// Returns a listener at home that calls `body` in the caller's isolation.
  private func listener<C: Command>(
    _ owner: ReactionOwner, _ isolation: isolated any Actor, _ body: @escaping (Event<C>) -> Void
  ) -> Listener<C> {
    let life = ListenerLife()
    inbox.note(life, of: owner.id)
    let here = Listener(life: life, owner: owner, body: body)
    if isAtHome(isolation) { return here }
    // The call is checked again in its isolation, because the reaction may be disposed of on the way.
    let place = HomeReference(isolation)
    return Listener<C>(life: life, owner: owner) { [sender] event in
      sender.send(.react(IsolatedCall(place) { if here.isActive { here.body(event) } }))
    }
  }

  /// Ends a handler or a reaction; may be called from anywhere.
  public func dispose(token: DisposalToken) { token.life.end() }

  func dispose(_ token: DisposalToken, of owner: ObjectIdentifier) { inbox.dispose(token.life, of: owner) }

  func disposeAll(of owner: ObjectIdentifier) { inbox.disposeAll(of: owner) }

  /// Returns the events of commands of a type, from now on; for facts, of `FactCommand<SomeFact>.self`.
  ///
  /// The sequence begins with this call, not with its first read. It ends with the engine, or when the engine
  /// is invalidated. With the default buffering no event is lost, however slow the reader is.
  ///
  /// ```swift
  /// for await event in engine.events(of: BookList.self) { print(event) }
  /// ```
  public func events<C: Command>(
    of command: C.Type,
    buffering policy: AsyncStream<Event<C>>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Event<C>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event<C>.self, bufferingPolicy: policy)
    let life = ListenerLife()
    let end = StreamEnd { continuation.finish() }
    continuation.onTermination = { _ in life.end() }
    enter(isolation) { core in
      let listener = Listener<C>(life: life, owner: nil) { event in
        continuation.yield(event)
        end.keep()
      }
      core.add(listener)
    }
    return stream
  }

  /// Returns the facts of a type, from now on; see ``events(of:buffering:isolation:)``.
  public func facts<F: Fact>(
    of fact: F.Type, isolation: isolated (any Actor)? = #isolation
  ) -> AsyncCompactMapSequence<AsyncStream<Event<FactCommand<F>>>, F> {
    events(of: FactCommand<F>.self, isolation: isolation).compactMap { event in
      if case .data(let fact) = event { fact } else { nil }
    }
  }

  // MARK: One result

  /// Executes a command, and returns the work that it leads to, to wait for or to cancel.
  ///
  /// ```swift
  /// .refreshable { await engine.work(of: BookList()).finish() }
  /// ```
  ///
  /// The work consists of what asynchronous handlers do for the command, of the reactions to their events at
  /// the engine's home, of what these execute and post, and so on. It includes neither what a handler does in
  /// a callback after it has returned, nor what reactions in another isolation do. To wait for the answer to
  /// a command, use ``result(of:isolation:)``.
  ///
  /// It may be called from anywhere.
  public func work(of command: some AnyCommand, isolation: isolated (any Actor)? = #isolation) -> SentWork {
    track(.execute(command, nil, from: 0), isolation)
  }

  /// Posts a fact, and returns the work that it leads to; see ``work(of:isolation:)-(AnyCommand,_)``.
  public func work<F: Fact>(of fact: F, isolation: isolated (any Actor)? = #isolation) -> SentWork {
    track(.publish(Event<FactCommand<F>>.data(fact), nil, from: 0), isolation)
  }

  /// Executes a command and waits for its output.
  ///
  /// The answer is the return value or the error of this very execution's handler. If the handler returns
  /// progress and publishes later by hand, the answer is the next data or error of the command's type; each
  /// such event answers one waiting caller, in the order of their executions. A cancelled task stops waiting,
  /// and the asynchronous handler that works for it is cancelled.
  ///
  /// - Throws: The command's error; ``Warning/noCommandHandlers(command:)``; ``Failure/aborted(command:)`` if
  ///   the command is dropped; ``Failure/engineInvalidated(engine:)``; ``Failure/homeEnded(engine:)``; the
  ///   error of the journal that closes, if a store of the engine is recorded; `CancellationError`.
  public func result<C: Command>(
    of command: C, isolation: isolated (any Actor)? = #isolation
  ) async throws -> C.Output {
    _ = isAtHome(isolation)
    // A waiting caller retains the engine and its home: no answer would come from an ended home.
    let home = home.actor
    defer { withExtendedLifetime(home) {} }
    let cancellation = ExecutionCancellation(sender: sender)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<C.Output, any Error>) in
        let execution = Execution(command: "\(command)", inbox: inbox) { event in
          switch Event<C>(of: event) {
          case .data(let output): continuation.resume(returning: output)
          case .error(let error): continuation.resume(throwing: error)
          case .progress, nil: return false
          }
          return true
        } fail: {
          continuation.resume(throwing: $0)
        }
        cancellation.note(execution)
        if !execution.isOver && !sender.send(.execute(command, ExecutionReference(execution), from: 0)) {
          execution.fail(sender.refusal ?? Failure.homeEnded(engine: name))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
