/// A feature inside of another: a part of the state that is there or not, with its own messages, update, parts and
/// subscriptions.
///
/// A part ends as a whole. When it leaves the state, or another of its kind takes its place, everything that was begun for
/// it ends: its effects, their timers, its subscriptions, and the parts in it. Nothing of theirs arrives in what takes its
/// place, not even what waits in line already. It makes no difference how it leaves: by a message, a binding, another
/// part's update, or a state that is put in the place of this one.
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
/// Ids and queues of its effects are its own: the same names of other parts, and of the state around it, are others.
///
/// A part is found by its name, so it may be made each time that it is used, such as by a computed property.
public struct Part<State, Message: Sendable, PartMessage: Sendable>: StatePart {
  /// What the store follows it by.
  public let declaration: PartDeclaration<State, Message>
  private let change: (inout State, PartMessage) -> Effect<Message>

  /// The part that an optional property holds.
  ///
  /// - Parameters:
  ///   - name: What the part is called; no other part directly in the same state may have the name.
  ///   - path: Where it is.
  ///   - embed: Wraps its messages into those of the state around it.
  ///   - identity: Which one of its kind it is; without it, one that is replaced by another counts as the same.
  ///   - parts: The parts in it.
  ///   - subscriptions: What to listen to while the part is as given; asked after each turn.
  ///   - update: Changes the part in place and says what is to be done.
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

  /// The part that is a case of the state.
  ///
  /// - Parameters:
  ///   - name: What the part is called; no other part directly in the same state may have the name.
  ///   - optic: Finds the case.
  ///   - embed: Wraps its messages into those of the state around it.
  ///   - identity: Which one of its kind it is; without it, one that is replaced by another counts as the same.
  ///   - parts: The parts in it.
  ///   - subscriptions: What to listen to while the part is as given; asked after each turn.
  ///   - update: Changes the part in place and says what is to be done.
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

  /// The part that an optic finds, such as a case of a case.
  ///
  /// - Parameters:
  ///   - name: What the part is called; no other part directly in the same state may have the name.
  ///   - optic: Finds the part.
  ///   - embed: Wraps its messages into those of the state around it.
  ///   - identity: Which one of its kind it is; without it, one that is replaced by another counts as the same.
  ///   - parts: The parts in it.
  ///   - subscriptions: What to listen to while the part is as given; asked after each turn.
  ///   - update: Changes the part in place and says what is to be done.
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

  /// Takes a message of the part: changes it in place, and gives what it asks for, wrapped.
  ///
  /// While the part is not there it changes nothing and answers with ``Effect/unhandled``.
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
/// A row that is replaced under its id stays; one that is removed and added again in one turn is another. Of a table that
/// is replaced as a whole, rows are told by their ids.
///
/// Cost: after each turn by what the table says has changed, not by its rows. A table of which more has changed than it
/// remembers costs a look at each row for which something was begun, or at each row if rows have subscriptions.
public struct RowPart<State, Message: Sendable, ID: Hashable & Sendable, RowMessage: Sendable>: StatePart {
  /// What the store follows it by.
  public let declaration: PartDeclaration<State, Message>
  private let change: (inout State, ID, RowMessage) -> Effect<Message>

  /// The rows of a table.
  ///
  /// - Parameters:
  ///   - name: What the parts are called; no other part directly in the same state may have the name.
  ///   - path: Where the table is.
  ///   - embed: Wraps a row's message, with its id, into those of the state around it.
  ///   - parts: The parts in a row.
  ///   - subscriptions: What to listen to while a row is as given; asked after each turn that changed the row.
  ///   - update: Changes a row in place and says what is to be done.
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

  /// Takes a message of a row: changes it in place, and gives what it asks for, wrapped.
  ///
  /// While there is no such row it changes nothing and answers with ``Effect/unhandled``.
  public func update(_ state: inout State, _ id: ID, _ message: RowMessage) -> Effect<Message> {
    change(&state, id, message)
  }
}
