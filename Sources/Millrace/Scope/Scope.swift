/// A part of a store that looks like a store of its own: a child's state, and the child's messages wrapped
/// into the parent's.
///
/// ```swift
/// let player = store.scope(\.player) { .player($0) }
/// player.send(.play)                       // the store gets .player(.play)
/// let token = player.observe(\.title) { … }
/// ```
///
/// It is read, observed and tracked by `Observation` like a store. The state of an optional child is
/// optional: `store.scope(\.detail) { .detail($0) }.observe(\.?.name) { … }`. For a case of an enum, scope by
/// an optic; for a row of a ``RowTable``, by its id. A scope is a view: it has no state and no turns of its
/// own. It lives in its store's isolation and retains the store.
@dynamicMemberLookup
public final class Scope<State, Message: Sendable> {
  let source: any ScopeSource<State, Message>
  let reads = ScopeReads()

  init(_ source: any ScopeSource<State, Message>) {
    self.source = source
  }

  /// The flow of the store.
  public var flow: Flow { source.flow }

  /// Calls `body` with the child's state.
  ///
  /// Not tracked by `Observation`. No turn begins while `body` has the state.
  public func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try source.withState(body)
  }

  /// Sends the child's message, wrapped, to the store; see ``Store/send(_:isolation:)``.
  ///
  /// - Returns: The work that the message leads to.
  @discardableResult
  public func send(_ message: Message, isolation: isolated (any Actor)? = #isolation) -> SentWork {
    source.send(message, isolation: isolation)
  }

  /// Returns the handle for code outside the store's isolation.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender<Message> {
    source.sender(isolation: isolation)
  }
}

// MARK: Scopes in a store and in a scope

extension Store {
  /// Returns a part of the store that looks like a store of its own.
  public func scope<Child, ChildMessage: Sendable>(
    _ path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> Scope<Child, ChildMessage> {
    Scope<Child, ChildMessage>(whole.narrowed(to: path, embed))
  }

  /// Returns a row of a table as a store of its own; its state is nil while there is no such row.
  ///
  /// Its observers cost nothing in turns that change other rows.
  public func scope<ID: Hashable, Row, RowMessage: Sendable>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID,
    _ embed: @escaping @Sendable (RowMessage) -> Message
  ) -> Scope<Row?, RowMessage> {
    Scope<Row?, RowMessage>(whole.row(id, of: path, embed))
  }

  /// Returns the part that an optic finds as a store of its own; its state is nil while the optic finds
  /// nothing.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: AffineTraversal<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    Scope<Part?, PartMessage>(whole.found(by: optic, embed))
  }

  /// Returns a case of the state as a store of its own; its state is nil while the state is another case.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: Prism<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    scope(AffineTraversal(prism: optic), embed)
  }

  /// Returns what a function reads in the state as a store of its own, such as a screen together with the row
  /// of the state around that it shows.
  ///
  /// ```swift
  /// let screen = store.scope(reading: { app in
  ///   app.editor.map { EditorScreen(editor: $0, note: app.notes[$0.noteID]) }
  /// }) { .editor($0) }
  /// ```
  ///
  /// The function is pure, and is called after each turn while the scope is observed. Observers of a part are
  /// called when that part has changed, whichever part of the store's state it comes from.
  public func scope<Part, PartMessage: Sendable>(
    reading read: @escaping (State) -> Part, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part, PartMessage> {
    Scope<Part, PartMessage>(whole.found(reading: read, embed))
  }

  private var whole: StoreSource<State, Message> { StoreSource(store: self) }
}

extension Scope {
  /// Returns a part of this part as a scope.
  public func scope<Child, ChildMessage: Sendable>(
    _ path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> Scope<Child, ChildMessage> {
    Scope<Child, ChildMessage>(source.narrowed(to: path, embed))
  }

  /// Returns a row of a table in this part as a scope; its state is nil while there is no such row.
  public func scope<ID: Hashable, Row, RowMessage: Sendable>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID,
    _ embed: @escaping @Sendable (RowMessage) -> Message
  ) -> Scope<Row?, RowMessage> {
    Scope<Row?, RowMessage>(source.row(id, of: path, embed))
  }

  /// Returns a row of a table that may be absent, as in an optional part: `scope(\.?.notes, row: 7) { … }`.
  public func scope<ID: Hashable, Row, RowMessage: Sendable>(
    _ path: KeyPath<State, RowTable<ID, Row>?>, row id: ID,
    _ embed: @escaping @Sendable (RowMessage) -> Message
  ) -> Scope<Row?, RowMessage> {
    scope(path) { $0 }.scope(\.orEmpty, row: id, embed)
  }

  /// Returns the part that an optic finds as a scope; its state is nil while the optic finds nothing.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: AffineTraversal<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    Scope<Part?, PartMessage>(source.found(by: optic, embed))
  }

  /// Returns a case of this part as a scope; its state is nil while the part is another case.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: Prism<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    scope(AffineTraversal(prism: optic), embed)
  }

  /// Returns what a function reads in this part as a scope.
  public func scope<Part, PartMessage: Sendable>(
    reading read: @escaping (State) -> Part, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part, PartMessage> {
    Scope<Part, PartMessage>(source.found(reading: read, embed))
  }
}
