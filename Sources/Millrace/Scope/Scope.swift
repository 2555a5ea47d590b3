/// A part of a store that looks like a store of its own: a child's state, and the child's messages wrapped
/// into the parent's.
///
/// ```swift
/// let player = store.scope(\.player) { .player($0) }
/// player.send(.play)                       // the store gets .player(.play)
/// let token = player.observe(\.title) { … }
/// ```
///
/// The state of an optional child is optional:
/// `store.scope(\.detail) { .detail($0) }.observe(\.?.name) { … }`. For a case of an enum, scope by an optic;
/// for a row of a ``RowTable``, by its id. A scope is a view: it has no state and no turns of its own. It
/// lives in its store's isolation and retains the store.
@dynamicMemberLookup
public final class Scope<State, Message: Sendable> {
  private let source: any ScopeSource<State, Message>

  init(_ source: any ScopeSource<State, Message>) {
    self.source = source
  }

  /// The child's state.
  public var state: State { source.state }

  /// A part of the child's state.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value { state[keyPath: path] }

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

  /// Calls `body` with a part of the child's state when it has changed, until the token ends.
  public func observe<Value: Equatable>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    source.flow.adopt(isolation)
    let token = source.observers(of: path).add(source.flow.gateway, body)
    if initial {
      // The child's state is released before the call, which may change it.
      let value = state[keyPath: path]
      body(value)
    }
    return token
  }

  /// Calls `body` with a part of the child's state when it has changed, for as long as `owner` lives.
  public func observe<Value: Equatable, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    source.flow.adopt(isolation)
    source.observers(of: path).add(owner: owner, body)
    if initial {
      let value = state[keyPath: path]
      body(owner, value)
    }
  }

  /// Returns a part of this part as a scope.
  public func scope<Child, ChildMessage: Sendable>(
    _ path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> Scope<Child, ChildMessage> {
    Scope<Child, ChildMessage>(source.narrowed(to: path, embed))
  }
}

extension Store {
  /// Returns a part of the store that looks like a store of its own.
  public func scope<Child, ChildMessage: Sendable>(
    _ path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> Scope<Child, ChildMessage> {
    Scope(PathSource(store: self, path: path, embed: embed))
  }

  /// Returns a row of a table as a store of its own; its state is nil while there is no such row.
  ///
  /// Its observers cost nothing in turns that change other rows.
  public func scope<ID: Hashable, Row, RowMessage: Sendable>(
    _ path: KeyPath<State, RowTable<ID, Row>>, row id: ID,
    _ embed: @escaping @Sendable (RowMessage) -> Message
  ) -> Scope<Row?, RowMessage> {
    Scope(RowSource(store: self, path: path, id: id, embed: embed))
  }

  /// Returns the part that an optic finds as a store of its own; its state is nil while the optic finds
  /// nothing.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: AffineTraversal<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    Scope(OpticSource(store: self, optic: optic, embed: embed))
  }

  /// Returns a case of the state as a store of its own; its state is nil while the state is another case.
  public func scope<Part, PartMessage: Sendable>(
    _ optic: Prism<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> Scope<Part?, PartMessage> {
    scope(AffineTraversal(prism: optic), embed)
  }
}
