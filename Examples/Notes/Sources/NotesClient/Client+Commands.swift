import Flask
import Katana
import NotesDesk
public import NotesLibrary
public import NotesModel

/// What commands ask for; each is one message to the library.
extension Client {
  /// The items that fit a query.
  public func list(_ query: Query) -> [Listed] {
    library.withState { library in
      Search(for: query, in: library).results.compactMap {
        library.entries[$0].map { Listed($0, refusals: library.refusals) }
      }
    }
  }

  /// An item; nil if there is none.
  public func listed(_ id: ItemID) -> Listed? {
    library.withState { library in
      guard let entry = library.entries[library.current(id)] else { return nil }
      if entry.isDeleted, case .conflict = entry.state { return Listed(entry, refusals: library.refusals) }
      return entry.isDeleted ? nil : Listed(entry, refusals: library.refusals)
    }
  }

  /// What somebody else has changed as well.
  public var conflicts: [Listed] {
    library.withState { library in
      library.conflicts.compactMap { library.entries[$0].map { Listed($0, refusals: library.refusals) } }
    }
  }

  /// Makes something new; gives its id, which changes when the server has given it one.
  public func add(_ kind: Kind, title: String, body: String) -> ItemID? {
    let userId = desk.preferences.state.userId
    let before = library.withState { $0.entries.last?.id }
    library.dispatch(
      LibraryMessage.add(
        kind == .todos
          ? .todo(Todo(userId: userId, id: 0, title: title, completed: false))
          : .note(Note(userId: userId, id: 0, title: title, body: body))))
    let last = library.withState { $0.entries.last?.id }
    return last == before ? nil : last
  }

  /// The user whose notes are written here.
  public var writer: ItemID { ItemID(.users, desk.preferences.state.userId) }

  /// Has notes written as another user from now on.
  public func write(as user: ItemID) { desk.write(as: user.number) }

  /// Tells the library what the person wants.
  public func tell(_ message: LibraryMessage) { library.dispatch(message) }

  /// How it stands.
  public var status: ClientStatus {
    library.withState { library in
      var counts: [Kind: Int] = [:]
      for (id, entry) in library.entries where !entry.isDeleted { counts[id.kind, default: 0] += 1 }
      return ClientStatus(
        connection: banner ?? "The server \(settings.server) is there.", isOnline: banner == nil,
        notes: counts[.notes, default: 0], todos: counts[.todos, default: 0],
        users: counts[.users, default: 0], waiting: library.outbox.count, conflicts: library.conflicts.count,
        database: settings.isTransient ? "not used" : settings.database)
    }
  }
}
