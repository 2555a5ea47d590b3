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
    observe(path.orEmpty(), row: id, initial: initial, isolation: isolation, body)
  }

  /// Calls `body` with one row of a table that may be absent, for as long as `owner` lives.
  public func observe<ID: Hashable, Row, Owner: AnyObject>(
    _ path: KeyPath<State, RowTable<ID, Row>?>, row id: ID, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Row?) -> Void
  ) {
    observe(path.orEmpty(), row: id, owner: owner, initial: initial, isolation: isolation, body)
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
    observeChanges(in: path.orEmpty(), isolation: isolation, body)
  }

  private func rowObservers<ID: Hashable, Row>(
    _ path: KeyPath<State, RowTable<ID, Row>>, _ id: ID
  ) -> WeakRegistry<Observer<Row?>> {
    source.tableCell(path).rowCell(id, source.read(path)).observers
  }
}

extension KeyPath {
  /// Returns the path to the table, which is empty where it is absent.
  func orEmpty<ID: Hashable, Row>() -> KeyPath<Root, RowTable<ID, Row>> where Value == RowTable<ID, Row>? {
    appending(path: \.orEmpty)
  }
}

// Not a generic subscript of an optional: a key path to one, appended to another, calls a wrong address.

/// A value of which there is an empty one.
private protocol Emptiable {
  init()
}

extension RowTable: Emptiable {}

extension Optional where Wrapped: Emptiable {
  fileprivate var orEmpty: Wrapped { self ?? Wrapped() }
}
