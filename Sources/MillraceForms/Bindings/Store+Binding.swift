public import Millrace

// A store and a scope have the same bindings. Reads are tracked by `Observation`.

extension Store {
  /// Creates a binding to a part of the state that sends a message of its own when it is written.
  ///
  /// ```swift
  /// let name = store.binding(\.name) { .nameChanged($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The part of the state.
  ///   - isolation: The caller's isolation, which becomes the home of a store that has none yet.
  ///   - message: A closure that returns the message for a written value.
  @inlinable
  public func binding<Value: Equatable>(
    _ path: KeyPath<State, Value>, isolation: isolated (any Actor)? = #isolation,
    _ message: @escaping (Value) -> Message
  ) -> StateBinding<Value> {
    // The store's home is the caller's, if it has none yet.
    _ = sender(isolation: isolation)
    return StateBinding(
      get: { self[dynamicMember: path] }, set: { self.send(message($0), isolation: nil) })
  }
}

extension Store where Message: BindableMessage, Message.BoundState == State {
  /// Creates a binding to a part of the state that sends a ``FieldChange`` when it is written.
  ///
  /// ```swift
  /// let volume = store.binding(\.volume)
  /// ```
  @inlinable
  public func binding<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value> {
    // The store's home is the caller's, if it has none yet.
    _ = sender(isolation: isolation)
    let field = TypedField(path)
    let read: KeyPath<State, Value> = path
    return StateBinding(
      get: { self[dynamicMember: read] },
      set: { self.send(.change(FieldChange(field: field, value: $0)), isolation: nil) })
  }
}

extension Scope {
  /// Creates a binding to a part of the child's state that sends a message of its own when it is written.
  ///
  /// In an optional child, `scope.binding(\.?.title) { … }` is a binding to an optional; see
  /// ``StateBinding/unwrapped()``.
  ///
  /// - Parameters:
  ///   - path: The part of the child's state.
  ///   - isolation: The caller's isolation, which becomes the home of a store that has none yet.
  ///   - message: A closure that returns the message for a written value.
  public func binding<Value: Equatable>(
    _ path: KeyPath<State, Value>, isolation: isolated (any Actor)? = #isolation,
    _ message: @escaping (Value) -> Message
  ) -> StateBinding<Value> {
    flow.adopt(home: isolation)
    return StateBinding(
      get: { self[dynamicMember: path] }, set: { self.send(message($0), isolation: nil) })
  }

  /// Creates a binding to a part of an optional child that sends a message of its own when it is written.
  ///
  /// Its value is nil while the child is absent. Writing while the child is absent, or writing nil, sends
  /// nothing.
  public func binding<Wrapped, Value: Equatable>(
    part path: KeyPath<Wrapped, Value>, isolation: isolated (any Actor)? = #isolation,
    _ message: @escaping (Value) -> Message
  ) -> StateBinding<Value?> where State == Wrapped? {
    flow.adopt(home: isolation)
    return StateBinding(
      get: { self[dynamicMember: path] },
      set: { value in
        guard let value, self.withState({ $0 != nil }) else { return }
        self.send(message(value), isolation: nil)
      })
  }
}

extension Scope where Message: BindableMessage, Message.BoundState == State {
  /// Creates a binding to a part of the child's state that sends a ``FieldChange`` when it is written.
  public func binding<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value> {
    flow.adopt(home: isolation)
    let field = TypedField(path)
    let read: KeyPath<State, Value> = path
    return StateBinding(
      get: { self[dynamicMember: read] },
      set: { self.send(.change(FieldChange(field: field, value: $0)), isolation: nil) })
  }
}
