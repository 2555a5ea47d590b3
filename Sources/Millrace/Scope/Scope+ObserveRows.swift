extension Scope {
  /// Calls `body` with one row of a table when the row was changed, added or removed, until the token ends.
  ///
  /// An observer of a row costs nothing in a turn that changes other rows.
  public func observe<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Row?) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    let token = rowObservers(path, id).add(flow.gateway, body)
    if initial { body(source.read(path)[id]) }
    return token
  }

  /// Calls `body` with one row of a table when the row was changed, added or removed, for as long as `owner`
  /// lives.
  public func observe<ID: Hashable, Row, Owner: AnyObject>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Row?) -> Void
  ) {
    flow.adopt(isolation)
    rowObservers(path, id).add(owner: owner, body)
    if initial { body(owner, source.read(path)[id]) }
  }

  /// Calls `body` with one row of a table that may be absent, as in an optional part, until the token ends.
  ///
  /// The row is nil while there is no table.
  public func observe<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>?>, row id: ID, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Row?) -> Void
  ) -> ObservationToken {
    table(path).observe(\.orEmpty, row: id, initial: initial, isolation: isolation, body)
  }

  /// Calls `body` with one row of a table that may be absent, for as long as `owner` lives.
  public func observe<ID: Hashable, Row, Owner: AnyObject>(
    _ path: KeyPath<State, RowTable<ID, Row>?>, row id: ID, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Row?) -> Void
  ) {
    table(path).observe(
      \.orEmpty, row: id, owner: owner, initial: initial, isolation: isolation, body)
  }

  /// Calls `body` with a table and the rows that a turn has changed, until the token ends.
  public func observeChanges<ID: Hashable, Row>(
    in path: KeyPath<State, RowTable<ID, Row>>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (TableChanges<ID>, RowTable<ID, Row>) -> Void
  ) -> ObservationToken {
    flow.adopt(isolation)
    return source.tableCell(path).observers.add(flow.gateway) { body($0.changes, $0.table) }
  }

  /// Calls `body` with a table that may be absent and the rows that a turn has changed, until the token ends.
  ///
  /// An absent table counts as an empty one.
  public func observeChanges<ID: Hashable, Row>(
    in path: KeyPath<State, RowTable<ID, Row>?>, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (TableChanges<ID>, RowTable<ID, Row>) -> Void
  ) -> ObservationToken {
    table(path).observeChanges(in: \.orEmpty, isolation: isolation, body)
  }

  /// Returns a table that may be absent as a scope.
  private func table<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>?>
  ) -> Scope<RowTable<ID, Row>?, Message> {
    scope(path) { $0 }
  }

  private func rowObservers<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>>, _ id: ID
  ) -> WeakRegistry<Observer<Row?>> {
    source.tableCell(path).rowCell(id, source.read(path)).observers
  }
}

/// A type with an empty value.
protocol Emptiable {
  init()
}

extension RowTable: Emptiable {}

extension Optional where Wrapped: Emptiable {
  var orEmpty: Wrapped { self ?? Wrapped() }
}
