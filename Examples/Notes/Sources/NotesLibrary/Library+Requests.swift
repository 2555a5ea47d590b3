import Katana
import NotesModel

/// How an item goes from one standing with the server to the next.
extension Library {
  /// Asks the server to have an item as it is here.
  ///
  /// - Parameters:
  ///   - id: Which item.
  ///   - theirs: What the server has now, which is to be changed; nil for nothing.
  ///   - version: The server's version of that.
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
    return [Push(PushRequest(key: key, change: change))]
  }

  /// Takes what the server has, nil for nothing.
  mutating func accept(_ id: ItemID, _ theirs: Item?, version: Int) {
    forget(id)
    if let theirs {
      entries[id] = Entry(item: theirs, version: version, state: .shared)
    } else {
      entries.remove(id: id)
    }
  }

  /// Leaves it to the person: here it is so, and there so, nil for deleted.
  mutating func dispute(_ id: ItemID, theirs: Item?, version: Int) {
    forget(id)
    conflicts.append(id)
    entries.update(id: id) { $0.state = .conflict(theirs: theirs, version: version) }
  }

  /// Compares an item, as it is here and as the server has it, to what it was when both had the same.
  ///
  /// - Parameters:
  ///   - id: Which item.
  ///   - base: What both had, nil for nothing.
  ///   - theirs: What the server has now.
  ///   - version: The server's version of that.
  ///   - isNew: Whether it is worth asking for what is only here: whether this was not refused just now.
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

  /// Notes what the server will not have; the oldest of more than ten is forgotten.
  mutating func refuse(_ id: ItemID, _ reason: String) {
    refusals.append(Refusal(id: id, reason: reason))
    if refusals.count > 10 { refusals.removeFirst() }
  }

  /// Forgets how an item stood, before it stands otherwise.
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
  /// What it is here; nil when it was deleted.
  var content: Item? { isDeleted ? nil : item }
}
