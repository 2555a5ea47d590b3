extension Store {
  /// The values of a part of the state: the one there is now, then each that differs from the one before.
  ///
  /// The sequence ends when the store does, and stops watching when nobody iterates it any more. With the
  /// default buffering nothing is lost however slow the reader is; `.bufferingNewest(1)` keeps only the last.
  ///
  /// Without a home, what effects send waits until the program takes its turn. After two seconds in which nothing
  /// comes by to do so, the sequence ends with a line on standard error (``FlowError/homeless(flow:)``). A program that
  /// pumps keeps it open.
  ///
  /// ```swift
  /// for await count in store.values(of: \.count) { print(count) }
  /// ```
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// The values of a part of the state that says by itself when it has changed, such as a ``RowTable``.
  public func values<Value: ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// The values of a part of the state that says by itself when it has changed, such as a ``RowTable``.
  public func values<Value: Equatable & ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  private func stream<Value: Sendable>(
    _ policy: AsyncStream<Value>.Continuation.BufferingPolicy,
    observing begin: (@escaping (Value) -> Void) -> ObservationToken
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    let end = StreamEnd { continuation.finish() }
    // Inside of a turn, the part may have been looked at already or not yet: its value is given once.
    let begun = flow.isInTurn ? flow.sequence : 0
    var isFirst = true
    let token = begin { [unowned flow] value in
      if isFirst || flow.sequence != begun || !flow.isInTurn { continuation.yield(value) }
      isFirst = false
      end.keep()
    }
    continuation.onTermination = { _ in token.cancel() }
    if flow.isHomeless { gateway.addReader { continuation.finish() } }
    return stream
  }
}

extension Store where State: Sendable {
  /// The state there is now, then the state after every turn, changed or not.
  ///
  /// What is said of `values(of:)` holds here too.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<State> {
    stream(policy) { observe(initial: true, isolation: isolation, $0) }
  }
}
