extension Store {
  /// Returns the values of a part of the state: the present one, then each that differs from the one before.
  ///
  /// The sequence ends when the store does, and stops observing when its iteration ends. With the default
  /// buffering nothing is lost however slow the reader is; `.bufferingNewest(1)` keeps only the last value.
  ///
  /// Without a home, the messages of effects wait until the program takes their turns. If it does not do so
  /// for two seconds, the sequence ends with a line on standard error (``FlowError/homeless(flow:)``). It
  /// stays open in a program that pumps.
  ///
  /// ```swift
  /// for await count in store.values(of: \.count) { print(count) }
  /// ```
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// Returns the values of a part of the state that marks its own changes, such as a ``RowTable``.
  public func values<Value: ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// Returns the values of a part of the state that marks its own changes, such as a ``RowTable``.
  public func values<Value: Equatable & ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }
}

extension Store where State: Sendable {
  /// Returns the present state, then the state after every turn, changed or not.
  ///
  /// Buffering, the end and the need for a home are those of `values(of:)`.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<State> {
    flow.stream(policy) { observe(initial: true, isolation: isolation, $0) }
  }
}

extension Flow {
  /// Returns a stream of the values that an observer receives, which ends with what it observes.
  ///
  /// - Parameters:
  ///   - policy: The buffering of values that have not been read.
  ///   - hasEnded: A closure that returns true once there are no further values; the stream ends then.
  ///   - begin: A function that begins to observe.
  package func stream<Value: Sendable>(
    _ policy: AsyncStream<Value>.Continuation.BufferingPolicy,
    until hasEnded: @escaping () -> Bool = { false },
    observing begin: (@escaping (Value) -> Void) -> ObservationToken
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    let end = StreamEnd { continuation.finish() }
    // Inside a turn, the part may already have been compared or not: its value is delivered once.
    let begun = isInTurn ? sequence : 0
    var isFirst = true
    let token = begin { [unowned self] value in
      let isOver = hasEnded()
      if isFirst || !isOver && (sequence != begun || !isInTurn) { continuation.yield(value) }
      isFirst = false
      if isOver { continuation.finish() }
      end.keep()
    }
    continuation.onTermination = { _ in token.cancel() }
    if isHomeless { gateway.addReader(isSequence: true) { continuation.finish() } }
    return stream
  }
}

/// Finishes a stream when the observer that retains it is released, at the end of what it observes.
package final class StreamEnd {
  private let finish: () -> Void

  package init(_ finish: @escaping () -> Void) {
    self.finish = finish
  }

  deinit {
    finish()
  }

  /// Does nothing; a call in the observer makes the observer retain it.
  package func keep() {}
}
