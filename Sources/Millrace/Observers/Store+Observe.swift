extension Store {
  // MARK: The whole state

  /// Calls `body` with the state after every turn, changed or not, until the token ends.
  ///
  /// - Parameters:
  ///   - initial: True to call `body` also with the present state, before this returns.
  ///   - isolation: The caller's isolation, which becomes the home of a store that has none yet.
  ///   - body: A handler that the store calls at home inside the turn; the messages it sends wait for the
  ///     turn's end.
  public func observe(
    initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (State) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = stateObservers().add(gateway, body)
    if initial { withState { body($0) } }
    return token
  }

  // Not named `observe`: the compiler would take a misspelt key path in any other `observe` for this closure.

  /// Calls `body` with the state after every turn, changed or not, for as long as `owner` lives.
  public func observeState<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Owner, State) -> Void
  ) {
    flow.adopt(isolation)
    stateObservers().add(owner: owner, body)
    if initial { withState { body(owner, $0) } }
  }

  // MARK: A part of the state

  /// Calls `body` with a part of the state when it has changed, until the token ends.
  ///
  /// All observers of one key path share one comparison per turn. The last value is retained for the
  /// comparison; if the part is a large array or dictionary, its next change therefore copies it. A
  /// ``RowTable`` marks its own changes and is not retained.
  ///
  /// ```swift
  /// let token = store.observe(\.results) { results in print(results.count) }
  /// ```
  @inlinable
  public func observe<Value: Equatable>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = valueCell(path).observers.add(gateway, body)
    if initial { body(read(path)) }
    return token
  }

  /// Calls `body` with a part of the state when it has changed, for as long as `owner` lives.
  @inlinable
  public func observe<Value: Equatable, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    valueCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Calls `body` with a part of the state that marks its own changes, such as a ``RowTable``.
  @inlinable
  public func observe<Value: ChangeStamped>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = stampCell(path).observers.add(gateway, body)
    if initial { body(read(path)) }
    return token
  }

  /// Calls `body` with a part of the state that marks its own changes, for as long as `owner` lives.
  @inlinable
  public func observe<Value: ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Calls `body` with a part of the state that marks its own changes.
  ///
  /// Without this overload a part that is also `Equatable` would be ambiguous.
  @inlinable
  public func observe<Value: Equatable & ChangeStamped>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = stampCell(path).observers.add(gateway, body)
    if initial { body(read(path)) }
    return token
  }

  /// Calls `body` with a part of the state that marks its own changes, for as long as `owner` lives.
  @inlinable
  public func observe<Value: Equatable & ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Calls `body` with the old and the new value of a part of the state when it has changed, until the token
  /// ends.
  ///
  /// Only observers that receive the old value pay for it. The cost described at `observe` of a part applies
  /// to both values.
  @inlinable
  public func observeChange<Value: Equatable>(
    of path: KeyPath<State, Value>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return changeCell(path).observers.add(gateway) { body($0.old, $0.new) }
  }

  /// Calls `body` with the old and the new value of a part of the state when it has changed, for as long as
  /// `owner` lives.
  @inlinable
  public func observeChange<Value: Equatable, Owner: AnyObject>(
    of path: KeyPath<State, Value>, owner: Owner, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ owner: Owner, _ old: Value, _ new: Value) -> Void
  ) {
    flow.adopt(isolation)
    changeCell(path).observers.add(owner: owner) { body($0, $1.old, $1.new) }
  }

  // MARK: A row of a table

  /// Calls `body` with one row of a table when the row was changed, added or removed, until the token ends.
  ///
  /// An observer of a row costs nothing in a turn that changes other rows.
  ///
  /// ```swift
  /// let token = store.observe(\.notes, row: id) { note in title = note?.title }
  /// ```
  @inlinable
  public func observe<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Row?) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = tableCell(path).rowCell(id, read(path)).observers.add(gateway, body)
    if initial {
      // The table is released before the call, which may change it.
      let row = read(path)[id]
      body(row)
    }
    return token
  }

  /// Calls `body` with one row of a table when the row was changed, added or removed, for as long as `owner`
  /// lives.
  @inlinable
  public func observe<ID: Hashable, Row, Owner: AnyObject>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Row?) -> Void
  ) {
    flow.adopt(isolation)
    tableCell(path).rowCell(id, read(path)).observers.add(owner: owner, body)
    if initial {
      let row = read(path)[id]
      body(owner, row)
    }
  }

  /// Calls `body` with a table and the rows that a turn has changed, until the token ends; a list can then
  /// redraw only those rows.
  @inlinable
  public func observeChanges<ID: Hashable, Row>(
    in path: KeyPath<State, RowTable<ID, Row>>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (TableChanges<ID>, RowTable<ID, Row>) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return tableCell(path).observers.add(gateway) { body($0.changes, $0.table) }
  }

  // MARK: Messages

  /// Calls `body` with every message of exactly this type after its turn, until the token ends.
  ///
  /// Use it for stores with messages of several types (`any Message`); for the store's own message type it
  /// receives all of them. O(1) in the number of observed types.
  public func observe<Kind>(
    messages kind: Kind.Type, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Kind) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    if Kind.self == Message.self {
      // Sound: it is the same type, and both closures take it as a value of a generic parameter.
      return messageRoster(of: kind).add(gateway, unsafeBitCast(body, to: ((Message) -> Void).self))
    }
    return messageRoster(of: kind).add(gateway) { message in
      if let message = message as? Kind { body(message) }
    }
  }

  /// Calls `body` with every message of exactly this type after its turn, for as long as `owner` lives.
  public func observe<Kind, Owner: AnyObject>(
    messages kind: Kind.Type, owner: Owner, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Owner, Kind) -> Void
  ) {
    flow.adopt(isolation)
    messageRoster(of: kind).add(owner: owner) { owner, message in
      if let message = message as? Kind { body(owner, message) }
    }
  }
}
