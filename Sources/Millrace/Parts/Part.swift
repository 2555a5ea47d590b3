/// A feature inside another: a part of the state that may be absent, with its own messages, update, parts and
/// subscriptions.
///
/// A part ends as a whole. When it leaves the state, or another of its kind replaces it, everything that
/// belongs to it ends: its effects, their timers, its subscriptions, and the parts inside it. None of their
/// messages reaches its replacement, not even those that already wait in line. The way in which it leaves
/// makes no difference: a message, a binding, another part's update, or a state that replaces this one.
///
/// ```swift
/// let detail = Part("detail", at: \Album.detail, { Message.detail($0) }) { detail, message in
///   switch message {
///   case .load: return .run(in: .latest("load")) { send in await send(.loaded(try await server.photo())) }
///   case .loaded(let photo): detail.photo = photo
///   }
///   return .none
/// }
/// let store = Store(Album(), parts: [detail]) { album, message in
///   switch message {
///   case .detail(let message): return detail.update(&album, message)
///   case .close: album.detail = nil
///   }
///   return .none
/// }
/// ```
///
/// The ids and queues of its effects are its own: the same names in other parts, and in the state around it,
/// are different ones.
///
/// A part is found by its name, so it may be created each time it is used, for example by a computed
/// property.
public struct Part<State, Message: Sendable, PartMessage: Sendable>: StatePart {
  /// The declaration by which the store tracks the part.
  public let declaration: PartDeclaration<State, Message>
  let change: (inout State, PartMessage) -> Effect<Message>

  /// Creates the part that an optional property holds.
  ///
  /// - Parameters:
  ///   - name: The name of the part, unique among the parts directly in the same state.
  ///   - path: The property that holds the part.
  ///   - embed: A function that wraps the part's messages into those of the state around it.
  ///   - identity: A function that returns the identity of the part; without it, a replacement counts as the
  ///     same part.
  ///   - parts: The parts inside it.
  ///   - subscriptions: A function that returns the subscriptions for a value of the part; called after each
  ///     turn.
  ///   - update: A function that changes the part in place and returns the requested effect.
  public init<Child>(
    _ name: EffectID, at path: any WritableKeyPath<State, Child?> & Sendable,
    _ embed: @escaping @Sendable (PartMessage) -> Message,
    identity: ((Child) -> any Hashable & Sendable)? = nil,
    parts: [any StatePart<Child, PartMessage>] = [],
    subscriptions: ((Child) -> [StoreSubscription<PartMessage>])? = nil,
    update: @escaping (inout Child, PartMessage) -> Effect<PartMessage>
  ) {
    self.init(
      name, at: Lens(path).appending(Prism<Child?, Child>.some), embed, identity: identity, parts: parts,
      subscriptions: subscriptions, update: update)
  }

  /// Creates the part that is a case of the state.
  ///
  /// - Parameters:
  ///   - name: The name of the part, unique among the parts directly in the same state.
  ///   - optic: The prism that finds the case.
  ///   - embed: A function that wraps the part's messages into those of the state around it.
  ///   - identity: A function that returns the identity of the part; without it, a replacement counts as the
  ///     same part.
  ///   - parts: The parts inside it.
  ///   - subscriptions: A function that returns the subscriptions for a value of the part; called after each
  ///     turn.
  ///   - update: A function that changes the part in place and returns the requested effect.
  public init<Child>(
    _ name: EffectID, at optic: Prism<State, Child>,
    _ embed: @escaping @Sendable (PartMessage) -> Message,
    identity: ((Child) -> any Hashable & Sendable)? = nil,
    parts: [any StatePart<Child, PartMessage>] = [],
    subscriptions: ((Child) -> [StoreSubscription<PartMessage>])? = nil,
    update: @escaping (inout Child, PartMessage) -> Effect<PartMessage>
  ) {
    self.init(
      name, at: AffineTraversal(prism: optic), embed, identity: identity, parts: parts,
      subscriptions: subscriptions, update: update)
  }

  /// Creates the part that an optic finds, such as a case of a case.
  ///
  /// - Parameters:
  ///   - name: The name of the part, unique among the parts directly in the same state.
  ///   - optic: The optic that finds the part.
  ///   - embed: A function that wraps the part's messages into those of the state around it.
  ///   - identity: A function that returns the identity of the part; without it, a replacement counts as the
  ///     same part.
  ///   - parts: The parts inside it.
  ///   - subscriptions: A function that returns the subscriptions for a value of the part; called after each
  ///     turn.
  ///   - update: A function that changes the part in place and returns the requested effect.
  public init<Child>(
    _ name: EffectID, at optic: AffineTraversal<State, Child>,
    _ embed: @escaping @Sendable (PartMessage) -> Message,
    identity: ((Child) -> any Hashable & Sendable)? = nil,
    parts: [any StatePart<Child, PartMessage>] = [],
    subscriptions: ((Child) -> [StoreSubscription<PartMessage>])? = nil,
    update: @escaping (inout Child, PartMessage) -> Effect<PartMessage>
  ) {
    let identify: (Child) -> EffectID = { child in
      identity.map { EffectID($0(child)) } ?? PartTag.presence
    }
    let contents = PartContents(parts: parts.map { $0.declaration }, subscriptions: subscriptions)
    declaration = PartDeclaration(name: name, listens: contents.listens) { outer, register, listening in
      OpticFollower(
        name, in: outer, register, get: { optic.tryGet($0) }, identity: identify, contents,
        listening.map(embed))
    }
    change = { state, message in
      var effect: Effect<PartMessage>?
      var identity = PartTag.presence
      _ = optic.modify(&state) { child in
        let asked = update(&child, message)
        if !asked.isNone { identity = identify(child) }
        effect = asked
      }
      return effect?.within(name, identity, embed) ?? .unhandled
    }
  }

  /// Applies a message to the part: changes it in place, and returns the requested effect, wrapped.
  ///
  /// If the part does not exist it changes nothing and returns ``Effect/unhandled``.
  public func update(_ state: inout State, _ message: PartMessage) -> Effect<Message> {
    change(&state, message)
  }
}

/// The rows of a ``RowTable``, each a part of its own that ends when the row is removed.
///
/// ```swift
/// let rows = RowPart("download", at: \Downloads.files, { Message.file($0, $1) }) { file, message in … }
/// let store = Store(Downloads(), parts: [rows]) { downloads, message in
///   switch message {
///   case .file(let id, let message): return rows.update(&downloads, id, message)
///   case .remove(let id): downloads.files.remove(id: id)
///   }
///   return .none
/// }
/// ```
///
/// A row that is replaced under its id stays the same part. One that is removed and added again in one turn
/// becomes another. If the whole table is replaced, rows are identified by their ids.
///
/// Cost: after each turn, O(changed rows) as the table reports them. If more rows have changed than the table
/// remembers, the cost is one comparison for each row that has requested effects, or for each row of the
/// table if rows have subscriptions.
public struct RowPart<State, Message: Sendable, ID: Hashable & Sendable, RowMessage: Sendable>: StatePart {
  /// The declaration by which the store tracks the rows.
  public let declaration: PartDeclaration<State, Message>
  let change: (inout State, ID, RowMessage) -> Effect<Message>

  /// Creates the parts that are the rows of a table.
  ///
  /// - Parameters:
  ///   - name: The name of the parts, unique among the parts directly in the same state.
  ///   - path: The property that holds the table.
  ///   - embed: A function that wraps a row's message, with its id, into those of the state around it.
  ///   - parts: The parts inside a row.
  ///   - subscriptions: A function that returns the subscriptions for a row; called after each turn that
  ///     changed the row.
  ///   - update: A function that changes a row in place and returns the requested effect.
  public init<Row>(
    _ name: EffectID, at path: WritableKeyPath<State, RowTable<ID, Row>>,
    _ embed: @escaping @Sendable (ID, RowMessage) -> Message,
    parts: [any StatePart<Row, RowMessage>] = [],
    subscriptions: ((Row) -> [StoreSubscription<RowMessage>])? = nil,
    update: @escaping (inout Row, RowMessage) -> Effect<RowMessage>
  ) {
    let contents = PartContents(parts: parts.map { $0.declaration }, subscriptions: subscriptions)
    declaration = PartDeclaration(name: name, listens: contents.listens) { outer, register, listening in
      RowFollower(
        name, in: outer, register, get: { $0[keyPath: path] }, contents,
        { id in listening.map { embed(id, $0) } })
    }
    change = { state, id, message in
      let effect = state[keyPath: path].update(id: id) { update(&$0, message) }
      return effect?.within(name, EffectID(id)) { embed(id, $0) } ?? .unhandled
    }
  }

  /// Applies a message to a row: changes it in place, and returns the requested effect, wrapped.
  ///
  /// If there is no such row it changes nothing and returns ``Effect/unhandled``.
  public func update(_ state: inout State, _ id: ID, _ message: RowMessage) -> Effect<Message> {
    change(&state, id, message)
  }
}
