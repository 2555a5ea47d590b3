import Katana
import Millrace
import NotesModel
import NotesShelf

/// The user's actions.
extension Library {
  /// Runs an action that the shelf needs to be open for; without a client name, it is refused and reported.
  mutating func named(
    for id: ItemID, _ body: (inout Library) -> [any Command]
  ) -> [any Command] {
    if client != nil { return body(&self) }
    refuse(
      id, "Nothing was changed, because this client has no name yet; try again when its database is open.")
    return []
  }

  mutating func edit(_ edited: Item) -> [any Command] {
    let id = current(edited.id)
    let item = edited.numbered(id.number)
    guard let before = entries[id] else {
      // The item was deleted while it was edited; the input is not lost.
      guard id.isShared else { return [Submit(.create(item))] }
      entries[id] = Entry(item: item, version: 0, state: .shared)
      dispute(id, theirs: nil, version: 0, key: nil)
      return []
    }
    if before.content == item { return [] }
    guard case .conflict(let theirs, _) = before.state else {
      return [submit(.replace(item, if: before.condition), about: id)]
    }
    if item == theirs {
      accept(id, theirs, version: before.version, key: before.key)
    } else {
      entries.update(id: id) { entry in
        entry.item = item
        entry.isDeleted = false
      }
    }
    return []
  }

  mutating func delete(_ id: ItemID) -> [any Command] {
    guard let before = entries[id], !before.isDeleted else { return [] }
    deletion = Deletion(item: before.item)
    guard case .conflict(let theirs, _) = before.state else {
      return [submit(.delete(id, if: before.condition), about: id)]
    }
    if theirs == nil {
      accept(id, nil, version: before.version, key: before.key)
    } else {
      entries.update(id: id) { $0.isDeleted = true }
    }
    return []
  }

  mutating func undo(_ deletion: Deletion) -> [any Command] {
    self.deletion = nil
    let item = deletion.item
    // Another client may have restored it before.
    if let before = entries[item.id] { return before.isDeleted ? edit(item) : [] }
    if item.id.isShared || creationKey(of: item.id) != nil {
      return [submit(.replace(item, if: .absent), about: item.id)]
    }
    return [Submit(.create(item))]
  }

  mutating func resolve(_ id: ItemID, keepingMine: Bool) -> [any Command] {
    guard let entry = entries[id], case .conflict(let theirs, _) = entry.state else { return [] }
    let mine = entry.content
    // What is sent comes back as news.
    accept(id, theirs, version: entry.version, key: entry.key)
    guard keepingMine else { return [] }
    switch (mine, theirs) {
    case (nil, nil): return []
    case (nil, _?): return [submit(.delete(id, if: entry.condition), about: id)]
    case (let mine?, _?): return [submit(.replace(mine, if: entry.condition), about: id)]
    case (let mine?, nil):
      if id.isShared { return [Submit(.replace(mine, if: .absent))] }
      again = id
      return [Submit(.create(mine))]
    }
  }

  /// Returns a command about an item, by the key of its creation while its number is uncertain.
  private func submit(_ action: ChangeItem.Action, about id: ItemID) -> Submit {
    Submit(action, created: id.isShared ? nil : creationKey(of: id))
  }

  private func creationKey(of id: ItemID) -> String? { creations.first { $0.value == id }?.key }
}

extension Entry {
  /// The condition that the item is as it is shown here.
  fileprivate var condition: Condition { .unchanged(version: version, key: key) }
}
