import MillraceCore

/// Tracks one declared part of a state, or of another part while that one stays.
///
/// It reads only parts that have requested effects, and those with subscriptions.
class PartFollower<State, Message: Sendable> {
  let name: EffectID
  let outer: PartStay
  /// Not retained, because the register retains the followers.
  unowned let register: PartRegister

  init(_ name: EffectID, in outer: PartStay, _ register: PartRegister) {
    self.name = name
    self.outer = outer
    self.register = register
  }

  /// Compares the state with the earlier parts, and ends those that have left.
  func look(_ state: UnsafePointer<State>) {}

  /// Finds a part by its tag, which is this follower's, and by the tags of parts inside it.
  func find(_ path: ArraySlice<PartTag>, _ state: UnsafePointer<State>) -> PartRegister.Finding { .gone }

  /// Ends the subscriptions, because the part around it has ended.
  func stopListening() {}
}

extension Sequence {
  /// Finds a part among the tracked ones.
  func find<State, Message>(
    _ path: ArraySlice<PartTag>, _ state: UnsafePointer<State>
  ) -> PartRegister.Finding where Element == PartFollower<State, Message> {
    guard let tag = path.first else { return .undeclared }
    return first { $0.name == tag.name }?.find(path, state) ?? .undeclared
  }
}

/// A way to subscribe for a part: `begin` returns a function that receives the wanted subscriptions.
struct PartListening<Message: Sendable> {
  let begin: () -> ([StoreSubscription<Message>]) -> Void

  func map<PartMessage: Sendable>(
    _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> PartListening<PartMessage> {
    PartListening<PartMessage> {
      let follow = begin()
      return { wanted in follow(wanted.map { $0.map(embed) }) }
    }
  }
}

/// The declared contents of a part.
struct PartContents<State, Message: Sendable> {
  var parts: [PartDeclaration<State, Message>] = []
  var subscriptions: ((State) -> [StoreSubscription<Message>])?

  /// True if the part has subscriptions as soon as it exists.
  var listens: Bool { subscriptions != nil || parts.contains(where: \.listens) }
  /// True if nothing has to be read while the part stays.
  var isEmpty: Bool { parts.isEmpty && subscriptions == nil }
}

/// One stay of a part, with the parts tracked inside it.
final class PartPresence<State, Message: Sendable> {
  let stay: PartStay
  private let inner: [PartFollower<State, Message>]
  private let subscriptions: ((State) -> [StoreSubscription<Message>])?
  private let follow: (([StoreSubscription<Message>]) -> Void)?

  init(
    _ stay: PartStay, _ contents: PartContents<State, Message>, _ register: PartRegister,
    _ listening: PartListening<Message>
  ) {
    self.stay = stay
    inner = contents.parts.map { $0.makeFollower(stay, register, listening) }
    subscriptions = contents.subscriptions
    follow = contents.subscriptions == nil ? nil : listening.begin()
  }

  func look(_ state: UnsafePointer<State>) {
    for follower in inner { follower.look(state) }
    if let follow, let subscriptions { follow(subscriptions(state.pointee)) }
  }

  func find(_ path: ArraySlice<PartTag>, _ state: UnsafePointer<State>) -> PartRegister.Finding {
    path.isEmpty ? .there(stay) : inner.find(path, state)
  }

  func stopListening() {
    follow?([])
    for follower in inner { follower.stopListening() }
  }
}

/// Tracks a part that exists at most once.
final class OpticFollower<State, Message: Sendable, Part, PartMessage: Sendable>:
  PartFollower<State, Message>
{
  private let get: (State) -> Part?
  private let identity: (Part) -> EffectID
  private let contents: PartContents<Part, PartMessage>
  private let listening: PartListening<PartMessage>
  private var present: (identity: EffectID, presence: PartPresence<Part, PartMessage>)?

  init(
    _ name: EffectID, in outer: PartStay, _ register: PartRegister, get: @escaping (State) -> Part?,
    identity: @escaping (Part) -> EffectID, _ contents: PartContents<Part, PartMessage>,
    _ listening: PartListening<PartMessage>
  ) {
    self.get = get
    self.identity = identity
    self.contents = contents
    self.listening = listening
    super.init(name, in: outer, register)
  }

  override func look(_ state: UnsafePointer<State>) {
    forgetEnded()
    if present == nil && !contents.listens { return }
    guard let part = get(state.pointee) else { return leave() }
    let identity = identity(part)
    if let present, present.identity != identity { leave() }
    if present == nil {
      guard contents.listens else { return }
      begin(identity)
    }
    if contents.isEmpty { return }
    withUnsafePointer(to: part) { present?.presence.look($0) }
  }

  override func find(
    _ path: ArraySlice<PartTag>, _ state: UnsafePointer<State>
  ) -> PartRegister.Finding {
    guard let tag = path.first, let part = get(state.pointee), identity(part) == tag.identity else {
      return .gone
    }
    forgetEnded()
    // An effect may be begun outside turns, before the state was compared.
    if let present, present.identity != tag.identity { leave() }
    let presence = present?.presence ?? begin(tag.identity)
    return withUnsafePointer(to: part) { presence.find(path.dropFirst(), $0) }
  }

  override func stopListening() {
    present?.presence.stopListening()
    present = nil
  }

  @discardableResult
  private func begin(_ identity: EffectID) -> PartPresence<Part, PartMessage> {
    let presence = PartPresence(
      register.begin(PartTag(name, identity), in: outer), contents, register, listening)
    present = (identity, presence)
    return presence
  }

  /// Handles an effect that ended everything of the part, as if the part had left.
  private func forgetEnded() {
    if let present, !register.isThere(present.presence.stay) { stopListening() }
  }

  private func leave() {
    guard let presence = present?.presence else { return }
    stopListening()
    register.end(presence.stay)
  }
}

/// Tracks the rows of a table by the changes that the table records.
final class RowFollower<State, Message: Sendable, ID: Hashable & Sendable, Row, RowMessage: Sendable>:
  PartFollower<State, Message>
{
  private let get: (State) -> RowTable<ID, Row>
  private let contents: PartContents<Row, RowMessage>
  private let listening: (ID) -> PartListening<RowMessage>
  private var rows: [ReflexiveKey<ID>: PartPresence<Row, RowMessage>] = [:]
  private var seen: ChangeStamp?
  /// The rows removed between the last two comparisons; others with the same ids may have been added since.
  private var removed: Set<ReflexiveKey<ID>> = []

  init(
    _ name: EffectID, in outer: PartStay, _ register: PartRegister,
    get: @escaping (State) -> RowTable<ID, Row>, _ contents: PartContents<Row, RowMessage>,
    _ listening: @escaping (ID) -> PartListening<RowMessage>
  ) {
    self.get = get
    self.contents = contents
    self.listening = listening
    super.init(name, in: outer, register)
  }

  override func look(_ state: UnsafePointer<State>) {
    let table = get(state.pointee)
    if !removed.isEmpty { removed = [] }
    if table.changeStamp == seen { return }
    switch seen.map({ table.changes(since: $0) }) ?? .unknown {
    case .unchanged: break
    case .changed(let changes): take(changes, table)
    case .unknown: compare(table)
    }
    seen = table.changeStamp
  }

  private func take(_ changes: ArraySlice<TableChange<ID>>, _ table: RowTable<ID, Row>) {
    var touched: Set<ReflexiveKey<ID>> = []
    for change in changes {
      switch change.kind {
      case .removed:
        removed.insert(ReflexiveKey(change.id))
        leave(ReflexiveKey(change.id))
      case .inserted, .updated:
        let id = ReflexiveKey(change.id)
        if contents.listens || rows[id] != nil { touched.insert(id) }
      case .moved: break
      }
    }
    for id in touched { look(id, table[id.value]) }
  }

  /// Compares the rows that have requested effects, or every row if rows have subscriptions.
  private func compare(_ table: RowTable<ID, Row>) {
    for id in rows.keys where !table.contains(id: id.value) { leave(id) }
    if contents.listens {
      for (id, row) in table { look(ReflexiveKey(id), row) }
    } else if !contents.isEmpty {
      for id in rows.keys { look(id, table[id.value]) }
    }
  }

  private func look(_ id: ReflexiveKey<ID>, _ row: Row?) {
    guard let row else { return leave(id) }
    if rows[id] == nil && contents.listens { begin(id) }
    if contents.isEmpty { return }
    withUnsafePointer(to: row) { rows[id]?.look($0) }
  }

  override func find(
    _ path: ArraySlice<PartTag>, _ state: UnsafePointer<State>
  ) -> PartRegister.Finding {
    guard let tag = path.first, let id = tag.identity.value as? ID else { return .gone }
    let table = get(state.pointee)
    // If a row was removed in this turn, it is unknown whether the request came from the row that is there
    // now.
    let key = ReflexiveKey(id)
    guard !removed.contains(key), let row = table[id] else { return .gone }
    if seen == nil { seen = table.changeStamp }
    let presence = rows[key] ?? begin(key)
    return withUnsafePointer(to: row) { presence.find(path.dropFirst(), $0) }
  }

  override func stopListening() {
    for row in rows.values { row.stopListening() }
    rows = [:]
  }

  @discardableResult
  private func begin(_ id: ReflexiveKey<ID>) -> PartPresence<Row, RowMessage> {
    let stay = register.begin(PartTag(name, EffectID(id.value)), in: outer)
    let presence = PartPresence(stay, contents, register, listening(id.value))
    rows[id] = presence
    return presence
  }

  private func leave(_ id: ReflexiveKey<ID>) {
    guard let presence = rows.removeValue(forKey: id) else { return }
    presence.stopListening()
    register.end(presence.stay)
  }
}
