extension Scope {
  /// Returns the values of a part of the child's state: the present one, then each that differs from the one
  /// before.
  ///
  /// Buffering, the end and the need for a home are those of a store's `values(of:)`.
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// Returns the values of a part of the child's state that marks its own changes, such as a ``RowTable``.
  public func values<Value: ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }

  /// Returns the values of a part of the child's state that marks its own changes, such as a ``RowTable``.
  public func values<Value: Equatable & ChangeStamped & Sendable>(
    of path: KeyPath<State, Value>,
    buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    flow.stream(policy) { observe(path, initial: true, isolation: isolation, $0) }
  }
}

extension Scope where State: Sendable {
  /// Returns the present state of the child, then its state after every turn of the store, changed or not.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<State> {
    flow.stream(policy) { observe(initial: true, isolation: isolation, $0) }
  }
}
