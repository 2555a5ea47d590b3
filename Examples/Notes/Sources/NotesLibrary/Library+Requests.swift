import Katana
import NotesModel

/// The transitions of an item's state of synchronisation.
extension Library {
  /// Requests that the server stores an item as it is here.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - theirs: The server's current item, which the request replaces; nil for none.
  ///   - version: The server's version of it.
  mutating func send(_ id: ItemID, over theirs: Item?, version: Int) -> [any Command] {
    guard let client, let entry = entries[id] else { return [] }
    let change: PushRequest.Change
    switch (entry.content, theirs) {
    case (nil, nil):
      accept(id, nil, version: version)
      return []
    case (nil, _?): change = .delete(id, version: version)
    case (let mine?, _?): change = .replace(mine, version: version)
    case (let mine?, nil): change = id.isShared ? .restore(mine) : .create(mine)
    }
    given += 1
    let key = "\(client)-\(given)"
    forget(id)
    requests[key] = id
    changes[id] = Change(base: theirs)
    outbox.append(id)
    entries.update(id: id) { entry in
      entry.version = version
      entry.state = .sent(key: key)
    }
    return [Push(request: PushRequest(key: key, change: change))]
  }

  /// Accepts the server's item, nil for none.
  mutating func accept(_ id: ItemID, _ theirs: Item?, version: Int) {
    forget(id)
    if let theirs {
      entries[id] = Entry(item: theirs, version: version, state: .shared)
    } else {
      entries.remove(id: id)
    }
  }

  /// Records a conflict for the user to resolve; `theirs` is nil for a deleted item.
  mutating func dispute(_ id: ItemID, theirs: Item?, version: Int) {
    forget(id)
    conflicts.append(id)
    entries.update(id: id) { $0.state = .conflict(theirs: theirs, version: version) }
  }

  /// Merges an item here and on the server, compared with their last common state.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - base: The last common state, nil for none.
  ///   - theirs: The server's current item.
  ///   - version: The server's version of it.
  ///   - isNew: True when a local change may be requested, because it was not refused just now.
  mutating func reconcile(
    _ id: ItemID, base: Item?, theirs: Item?, version: Int, isNew: Bool
  ) -> [any Command] {
    let mine = entries[id]?.content
    if mine == theirs || mine == base {
      accept(id, theirs, version: version)
    } else if theirs == base, isNew {
      return send(id, over: theirs, version: version)
    } else {
      dispute(id, theirs: theirs, version: version)
    }
    return []
  }

  /// Records a refusal of the server; the oldest of more than ten is dropped.
  mutating func refuse(_ id: ItemID, _ reason: String) {
    refusals.append(Refusal(id: id, reason: reason))
    if refusals.count > 10 { refusals.removeFirst() }
  }

  /// Removes the pending state of an item before it gets another.
  private mutating func forget(_ id: ItemID) {
    switch entries[id]?.state {
    case .sent(let key), .editedSince(let key):
      requests[key] = nil
      changes[id] = nil
      if let place = outbox.firstIndex(of: id) { outbox.remove(at: place) }
    case .conflict:
      conflicts.removeAll { $0 == id }
    case .shared, nil:
      break
    }
  }
}

extension Entry {
  /// The item's content here; nil when it was deleted.
  var content: Item? { isDeleted ? nil : item }
}
