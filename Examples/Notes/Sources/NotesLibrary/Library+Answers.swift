import Katana
import NotesModel

/// The server's answers to requests.
extension Library {
  /// Applies an answer; one to a request that is not pending any more, because it was answered before, is
  /// ignored.
  mutating func take(
    _ answer: PushAnswer, to key: String, isFed: Bool = false
  ) -> [any Command] {
    guard let id = requests[key], let entry = entries[id] else { return [] }
    let change = changes[id] ?? Change()
    let isEdited = entry.state == .editedSince(key: key)
    switch answer {
    case .stored(let item, let version):
      if !id.isShared { return takeCreated(id, item, version: version, isEdited: isEdited) }
      return takeDone(
        id, item.numbered(id.number), version: version, ahead: change.ahead, isEdited: isEdited)
    case .deleted(let version):
      if !isFed, change.ahead.map({ $0.version < version }) ?? true { gone[id] = version }
      return takeDone(id, nil, version: version, ahead: change.ahead, isEdited: isEdited)
    case .conflict(let theirs, let version) where id.isShared:
      if let ahead = change.ahead, ahead.version >= version {
        return reconcile(
          id, base: change.base, theirs: ahead.item, version: ahead.version,
          isNew: ahead.version != entry.version)
      }
      if theirs == nil { gone[id] = version }
      return reconcile(
        id, base: change.base, theirs: theirs, version: version, isNew: version != entry.version)
    case .conflict:
      return take(.refused("The server already has something else under this name."), to: key)
    case .refused(let reason):
      refuse(id, reason)
      return reconcile(
        id, base: change.base, theirs: change.ahead.map(\.item) ?? change.base,
        version: change.ahead?.version ?? entry.version, isNew: isEdited)
    }
  }

  /// Continues after a successful request: the server has the requested item, or by now the one from the
  /// feed.
  private mutating func takeDone(
    _ id: ItemID, _ done: Item?, version: Int, ahead: FeedEntry?, isEdited: Bool
  ) -> [any Command] {
    if !isEdited, let done { settle(id, done) }
    if let ahead, ahead.version > version {
      return reconcile(id, base: done, theirs: ahead.item, version: ahead.version, isNew: true)
    }
    return reconcile(id, base: done, theirs: done, version: version, isNew: isEdited)
  }

  /// Applies an item as the server has stored it, which may differ from the request.
  private mutating func settle(_ id: ItemID, _ item: Item) {
    entries.update(id: id) { entry in
      entry.item = item
      entry.isDeleted = false
    }
  }

  // MARK: Local items

  /// Continues after the server has assigned a number to a local item.
  private mutating func takeCreated(
    _ local: ItemID, _ item: Item, version: Int, isEdited: Bool
  ) -> [any Command] {
    let id = item.id
    let other = entries[id]
    if let other, other.state != .shared {
      // The feed has delivered it as a new item, which was changed here as well.
      guard isEdited, entries[local]?.isDeleted == false else {
        accept(local, nil, version: 0)
        alias(local, id)
        return []
      }
      return send(local, over: nil, version: 0)
    }
    entries.remove(id: id)
    rename(local, to: id)
    if !isEdited { settle(id, item) }
    var theirs = (item: Optional(item), version: version)
    if let other, other.version > version { theirs = (other.item, other.version) }
    if let deleted = gone[id], deleted > theirs.version { theirs = (nil, deleted) }
    return reconcile(id, base: item, theirs: theirs.item, version: theirs.version, isNew: true)
  }

  /// Replaces the id of a local item with the server's, in its place.
  private mutating func rename(_ local: ItemID, to id: ItemID) {
    guard let place = entries.position(of: local), var entry = entries.remove(id: local) else { return }
    entry.item = entry.item.numbered(id.number)
    entries.insert(entry, id: id, at: place)
    changes[id] = changes.removeValue(forKey: local)
    if let place = outbox.firstIndex(of: local) { outbox[place] = id }
    alias(local, id)
  }

  /// Updates all references to a local id to the server's.
  private mutating func alias(_ local: ItemID, _ id: ItemID) {
    aliases[local] = id
    if let deletion, deletion.item.id == local { self.deletion?.item = deletion.item.numbered(id.number) }
  }
}
