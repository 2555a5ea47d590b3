import Katana
import NotesModel

/// The user's actions.
extension Library {
  /// Runs an action that needs keys; without a client name, it is refused and reported.
  mutating func named(
    for id: ItemID, _ body: (inout Library) -> [any Command]
  ) -> [any Command] {
    if client != nil { return body(&self) }
    refuse(
      id, "Nothing was changed, because this client has no name yet; try again when its database is open.")
    return []
  }

  mutating func add(_ item: Item) -> [any Command] {
    given += 1
    let item = item.numbered(-given)
    entries[item.id] = Entry(item: item, version: 0, state: .shared)
    return send(item.id, over: nil, version: 0)
  }

  mutating func edit(_ edited: Item) -> [any Command] {
    let id = current(edited.id)
    let item = edited.numbered(id.number)
    guard let before = entries[id] else {
      // The item was deleted while it was edited; the input is not lost.
      guard id.isShared else { return add(item) }
      entries[id] = Entry(item: item, version: 0, state: .shared)
      dispute(id, theirs: nil, version: gone[id] ?? 0)
      return []
    }
    if before.item == item, !before.isDeleted { return [] }
    entries.update(id: id) { entry in
      entry.item = item
      entry.isDeleted = false
    }
    return changed(id, before)
  }

  mutating func delete(_ id: ItemID) -> [any Command] {
    guard let before = entries[id], !before.isDeleted else { return [] }
    deletion = Deletion(item: before.item)
    entries.update(id: id) { $0.isDeleted = true }
    return changed(id, before)
  }

  mutating func undo(_ deletion: Deletion) -> [any Command] {
    self.deletion = nil
    let item = deletion.item
    guard let before = entries[item.id] else {
      // The server has deleted it already; it is created again.
      entries[item.id] = Entry(item: item, version: 0, state: .shared)
      return send(item.id, over: nil, version: gone[item.id] ?? 0)
    }
    // Another client may have restored it before.
    return before.isDeleted ? edit(item) : []
  }

  mutating func resolve(_ id: ItemID, keepingMine: Bool) -> [any Command] {
    guard case .conflict(let theirs, let version) = entries[id]?.state else { return [] }
    if keepingMine { return send(id, over: theirs, version: version) }
    accept(id, theirs, version: version)
    return []
  }

  /// Continues after a change of an item that was `before`.
  private mutating func changed(_ id: ItemID, _ before: Entry) -> [any Command] {
    switch before.state {
    case .shared:
      return send(id, over: before.item, version: before.version)
    case .sent(let key):
      entries.update(id: id) { $0.state = .editedSince(key: key) }
    case .editedSince:
      break
    case .conflict(let theirs, let version):
      if entries[id]?.content == theirs { accept(id, theirs, version: version) }
    }
    return []
  }
}
