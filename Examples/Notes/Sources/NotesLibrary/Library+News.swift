import Millrace
public import NotesModel
import NotesShelf

/// The news of the shelf.
extension Library {
  /// Returns whether a server is not the one whose data the library has; their data must not be mixed.
  public func isForeign(_ greeting: Greeting) -> Bool {
    server != nil && server != greeting.id && !entries.isEmpty
  }

  mutating func greet(_ greeting: Greeting) {
    switch link {
    case .catchingUp, .current: return
    case .offline, .foreign: break
    }
    if isForeign(greeting) {
      link = .foreign(
        """
        The data here belong to another server, so nothing is sent to this one or taken from it; connect to the other \
        server again, or begin with a new database.
        """)
      return
    }
    if server != greeting.id {
      server = greeting.id
      (deletion, aliases) = (nil, [:])
    }
    link = .catchingUp
  }

  // MARK: Changes

  mutating func take(_ news: ShelfNews) {
    server = server ?? news.server
    number(news)
    for change in news.changes {
      let id = uncertain[change.id] ?? change.id
      take(change, as: id, isReadAgain: news.isReadAgain)
    }
    mark(news)
  }

  private mutating func take(_ change: ShelfNews.Change, as id: ItemID, isReadAgain: Bool) {
    let item = change.item?.numbered(id.number)
    guard let entry = entries[id] else {
      accept(id, item, version: change.version, key: change.key)
      return
    }
    if case .conflict = entry.state {
      if item == entry.content {
        accept(id, item, version: change.version, key: change.key)
      } else {
        entries.update(id: id) { entry in
          (entry.version, entry.key) = (change.version, change.key)
          entry.state = .conflict(theirs: item, version: change.version)
        }
      }
    } else if isReadAgain, item != entry.item, change.version <= entry.version {
      // The log has lost what is here; the user decides about it.
      dispute(id, theirs: item, version: change.version, key: change.key)
    } else {
      accept(id, item, version: change.version, key: change.key)
    }
  }

  /// Brings the ids of new items up to date.
  private mutating func number(_ news: ShelfNews) {
    let waiting = Set(news.waiting.compactMap { $0.id == nil ? $0.key : nil })
    var uncertain: [ItemID: ItemID] = [:]
    for wait in news.waiting where wait.id == nil {
      guard let id = news.numbers[wait.key] else { continue }
      let local = creations[wait.key] ?? local(id.kind)
      creations[wait.key] = local
      uncertain[id] = local
    }
    self.uncertain = uncertain
    for (key, local) in creations where !local.isShared && !waiting.contains(key) {
      guard let id = news.numbers[key] else {
        // It was refused, which is told in a moment.
        if case .sent = entries[local]?.state { entries.remove(id: local) }
        continue
      }
      settle(local, id)
      creations[key] = id
    }
    let needed = Set(news.waiting.compactMap(\.created))
    creations = creations.filter { !$0.value.isShared || needed.contains($0.key) }
  }

  private mutating func local(_ kind: Kind) -> ItemID {
    if let again, again.kind == kind {
      self.again = nil
      return again
    }
    given += 1
    return ItemID(kind, -given)
  }

  /// Replaces a local id by the certain one, in its place.
  private mutating func settle(_ local: ItemID, _ id: ItemID) {
    aliases[local] = id
    if let deletion, deletion.item.id == local { self.deletion?.item = deletion.item.numbered(id.number) }
    if let index = conflicts.firstIndex(of: local) { conflicts[index] = id }
    guard let place = entries.position(of: local), var entry = entries.remove(id: local) else { return }
    guard !entries.contains(id: id) else { return }
    entry.item = entry.item.numbered(id.number)
    entries.insert(entry, id: id, at: place)
  }

  /// Marks the items whose changes wait.
  private mutating func mark(_ news: ShelfNews) {
    var keys: [ItemID: String] = [:]
    var ids: [ItemID] = []
    for wait in news.waiting {
      guard let id = wait.created.flatMap({ creations[$0] }) ?? wait.id else { continue }
      if keys.updateValue(wait.key, forKey: id) == nil { ids.append(id) }
    }
    for id in outbox where keys[id] == nil {
      entries.update(id: current(id)) { if case .sent = $0.state { $0.state = .shared } }
    }
    for (id, key) in keys {
      guard let state = entries[id]?.state else { continue }
      if case .conflict = state { continue }
      if state != .sent(key: key) { entries.update(id: id) { $0.state = .sent(key: key) } }
    }
    if outbox != ids { outbox = ids }
  }

  // MARK: Refusals

  /// Keeps what a refused command would have stored as this side of a conflict.
  mutating func take(refused command: ChangeItem, id: ItemID?, reason: String?) {
    let known = (command.created ?? command.key).flatMap { creations[$0] }
    let kind = command.item?.kind ?? command.id?.kind ?? .notes
    let isNew = command.id == nil
    let told = (id ?? command.id).map { uncertain[$0] ?? current($0) }
    let target = known ?? told ?? local(kind)
    if isNew, let key = command.key { creations[key] = nil }
    if let reason { refuse(target, reason) }
    let mine = command.item?.numbered(target.number)
    guard let entry = entries[target] else {
      guard let mine else { return }
      entries[target] = Entry(item: mine, version: 0, state: .shared)
      return dispute(target, theirs: nil, version: 0, key: nil)
    }
    if mine == entry.content { return }
    if case .conflict(let theirs, _) = entry.state {
      // A later change of the same item.
      if mine == theirs { return accept(target, theirs, version: entry.version, key: entry.key) }
      entries.update(id: target) { entry in
        entry.item = mine ?? entry.item
        entry.isDeleted = mine == nil
      }
      return
    }
    let theirs = entry.item
    entries.update(id: target) { entry in
      entry.item = mine ?? theirs
      entry.isDeleted = mine == nil
    }
    dispute(target, theirs: theirs, version: entry.version, key: entry.key)
  }

  // MARK: Transitions of an item

  /// Accepts the shelf's item, nil for none.
  mutating func accept(_ id: ItemID, _ theirs: Item?, version: Int, key: String?) {
    if case .conflict = entries[id]?.state { conflicts.removeAll { $0 == id } }
    guard let theirs else {
      entries.remove(id: id)
      return
    }
    entries[id] = Entry(item: theirs, version: version, key: key, state: .shared)
  }

  /// Records a conflict for the user to resolve; `theirs` is nil for a deleted item.
  mutating func dispute(_ id: ItemID, theirs: Item?, version: Int, key: String?) {
    if !conflicts.contains(id) { conflicts.append(id) }
    entries.update(id: id) { entry in
      (entry.version, entry.key) = (version, key)
      entry.state = .conflict(theirs: theirs, version: version)
    }
  }

  /// Records a refusal of the server; the oldest of more than ten is dropped.
  mutating func refuse(_ id: ItemID, _ reason: String) {
    refusals.append(Refusal(id: id, reason: reason))
    if refusals.count > 10 { refusals.removeFirst() }
  }
}
