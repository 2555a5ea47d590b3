extension Store {
  // MARK: The whole state

  /// Tells of the state after every turn, changed or not, until the token ends.
  ///
  /// - Parameters:
  ///   - initial: Whether to tell of the state there is now, too, before this returns.
  ///   - isolation: Where the caller is: the home of a store that has none yet.
  ///   - body: Called at home inside of the turn; what it sends waits for the turn's end.
  public func observe(
    initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (State) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = stateObservers().add(gateway, body)
    if initial { withState { body($0) } }
    return token
  }

  // Not `observe`, with which the compiler takes a misspelt key path of any other `observe` for this closure.

  /// Tells of the state after every turn, changed or not, for as long as `owner` lives.
  public func observeState<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Owner, State) -> Void
  ) {
    flow.adopt(isolation)
    stateObservers().add(owner: owner, body)
    if initial { withState { body(owner, $0) } }
  }

  // MARK: A part of the state

  /// Tells of a part of the state when it has changed, until the token ends.
  ///
  /// All observers of one key path share one comparison a turn. The last value is kept to compare with: for a
  /// part that is a large array or dictionary this makes the next change of it copy it. A ``RowTable`` says by
  /// itself when it has changed and is not kept.
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

  /// Tells of a part of the state when it has changed, for as long as `owner` lives.
  @inlinable
  public func observe<Value: Equatable, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    valueCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Tells of a part of the state that says by itself when it has changed, such as a ``RowTable``.
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

  /// Tells of a part of the state that says by itself when it has changed, for as long as `owner` lives.
  @inlinable
  public func observe<Value: ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Tells of a part of the state that says by itself when it has changed.
  ///
  /// Without this overload a part that is `Equatable` too would be ambiguous.
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

  /// Tells of a part of the state that says by itself when it has changed, for as long as `owner` lives.
  @inlinable
  public func observe<Value: Equatable & ChangeStamped, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    flow.adopt(isolation)
    stampCell(path).observers.add(owner: owner, body)
    if initial { body(owner, read(path)) }
  }

  /// Tells of a part of the state when it has changed, with what it was before, until the token ends.
  ///
  /// Only who asks for the old value pays for it. What `observe` of a part says of its costs holds for both
  /// values.
  @inlinable
  public func observeChange<Value: Equatable>(
    of path: KeyPath<State, Value>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return changeCell(path).observers.add(gateway) { body($0.old, $0.new) }
  }

  /// Tells of a part of the state when it has changed, with what it was before, for as long as `owner` lives.
  @inlinable
  public func observeChange<Value: Equatable, Owner: AnyObject>(
    of path: KeyPath<State, Value>, owner: Owner, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (_ owner: Owner, _ old: Value, _ new: Value) -> Void
  ) {
    flow.adopt(isolation)
    changeCell(path).observers.add(owner: owner) { body($0, $1.old, $1.new) }
  }

  // MARK: A row of a table

  /// Tells of one row of a table when it has changed, came or went, until the token ends.
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
      // The table is let go before the call, which may change it.
      let row = read(path)[id]
      body(row)
    }
    return token
  }

  /// Tells of one row of a table when it has changed, came or went, for as long as `owner` lives.
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

  /// Tells which rows of a table a turn has changed, with the table, until the token ends: what a list needs to
  /// draw only what is new.
  @inlinable
  public func observeChanges<ID: Hashable, Row>(
    in path: KeyPath<State, RowTable<ID, Row>>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (TableChanges<ID>, RowTable<ID, Row>) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return tableCell(path).observers.add(gateway) { body($0.changes, $0.table) }
  }

  // MARK: Messages

  /// Tells of every message of exactly this type after its turn, until the token ends.
  ///
  /// This is for stores whose messages are of several types (`any Message`); for the store's own message type
  /// it tells of all. O(1) in the number of types observed.
  public func observe<Kind>(
    messages kind: Kind.Type, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Kind) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    if Kind.self == Message.self {
      // Sound: it is the same type, and both closures take it as one of a generic parameter.
      return messageRoster(of: kind).add(gateway, unsafeBitCast(body, to: ((Message) -> Void).self))
    }
    return messageRoster(of: kind).add(gateway) { message in
      if let message = message as? Kind { body(message) }
    }
  }

  /// Tells of every message of exactly this type after its turn, for as long as `owner` lives.
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
