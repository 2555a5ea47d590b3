// The observers of a scope are those of a store, under the same names.
extension Scope {
  // MARK: The whole state

  /// Calls `body` with the child's state after every turn of the store, changed or not, until the token ends.
  public func observe(
    initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (State) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = source.observeTurns(body)
    if initial { body(source.read(\.self)) }
    return token
  }

  /// Calls `body` with the child's state after every turn of the store, changed or not, for as long as
  /// `owner` lives.
  public func observeState<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Owner, State) -> Void
  ) {
    flow.adopt(isolation)
    source.observeTurns(owner: owner, body)
    if initial { body(owner, source.read(\.self)) }
  }

  // MARK: A part of the state

  /// Calls `body` with a part of the child's state when it has changed, until the token ends.
  public func observe<Value: Equatable>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = source.valueCell(path).observers.add(flow.gateway, body)
    if initial { body(source.read(path)) }
    return token
  }

  /// Calls `body` with a part of the child's state when it has changed, for as long as `owner` lives.
  public func observe<Value: Equatable, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    source.valueCell(path).observers.add(owner: owner, body)
    if initial { body(owner, source.read(path)) }
  }

  /// Calls `body` with a part of the child's state that marks its own changes, such as a ``RowTable``.
  public func observe<Value: ChangeStamped>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = source.stampCell(path).observers.add(flow.gateway, body)
    if initial { body(source.read(path)) }
    return token
  }

  /// Calls `body` with a part of the child's state that marks its own changes, for as long as `owner` lives.
  public func observe<Value: ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    source.stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, source.read(path)) }
  }

  /// Calls `body` with a part of the child's state that marks its own changes.
  ///
  /// Without this overload a part that is also `Equatable` would be ambiguous.
  public func observe<Value: Equatable & ChangeStamped>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = source.stampCell(path).observers.add(flow.gateway, body)
    if initial { body(source.read(path)) }
    return token
  }

  /// Calls `body` with a part of the child's state that marks its own changes, for as long as `owner` lives.
  public func observe<Value: Equatable & ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    source.stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, source.read(path)) }
  }

  /// Calls `body` with the old and the new value of a part of the child's state when it has changed, until
  /// the token ends.
  public func observeChange<Value: Equatable>(
    of path: KeyPath<State, Value>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return source.changeCell(path).observers.add(flow.gateway) { body($0.old, $0.new) }
  }

  /// Calls `body` with the old and the new value of a part of the child's state when it has changed, for as
  /// long as `owner` lives.
  public func observeChange<Value: Equatable, Owner: AnyObject>(
    of path: KeyPath<State, Value>, owner: Owner, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ owner: Owner, _ old: Value, _ new: Value) -> Void
  ) {
    flow.adopt(isolation)
    source.changeCell(path).observers.add(owner: owner) { body($0, $1.old, $1.new) }
  }
}
