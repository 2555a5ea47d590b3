import Flask
import Katana
import NotesDesk
public import NotesLibrary
public import NotesModel

/// The operations of the commands; each is one message to the library.
extension Client {
  /// Returns the items that match a query.
  public func list(_ query: Query) -> [Listed] {
    library.withState { library in
      Search(for: query, in: library).results.compactMap {
        library.entries[$0].map { Listed($0, refusals: library.refusals) }
      }
    }
  }

  public func listed(_ id: ItemID) -> Listed? {
    library.withState { library in
      guard let entry = library.entries[library.current(id)] else { return nil }
      return Listed(entry, refusals: library.refusals)
    }
  }

  /// The items in conflict.
  public var conflicts: [Listed] {
    library.withState { library in
      library.conflicts.compactMap { library.entries[$0].map { Listed($0, refusals: library.refusals) } }
    }
  }

  /// Adds an item; returns its id, which changes when the server has assigned one.
  public func add(_ kind: Kind, title: String, body: String) -> ItemID? {
    let userId = desk.preferences.state.userId
    let before = library.withState { $0.entries.last?.id }
    library.dispatch(LibraryMessage.add(.new(kind, title: title, body: body, userId: userId)))
    let last = library.withState { $0.entries.last?.id }
    return last == before ? nil : last
  }

  /// The author of new notes.
  public var writer: ItemID { ItemID(.users, desk.preferences.state.userId) }

  /// Changes the author of new notes.
  public func write(as user: ItemID) { desk.write(as: user.number) }

  /// Sends a message of the user to the library.
  public func tell(_ message: LibraryMessage) { library.dispatch(message) }

  public var status: ClientStatus {
    library.withState { library in
      var counts: [Kind: Int] = [:]
      for (id, entry) in library.entries where !entry.isDeleted { counts[id.kind, default: 0] += 1 }
      return ClientStatus(
        connection: banner ?? "The server \(address() ?? settings.servers.first ?? "") is reachable.",
        isOnline: banner == nil,
        notes: counts[.notes, default: 0], todos: counts[.todos, default: 0],
        users: counts[.users, default: 0], waiting: library.outbox.count, conflicts: library.conflicts.count,
        database: settings.isTransient ? "not used" : settings.database)
    }
  }
}

public struct ClientStatus: Encodable, Hashable, Sendable {
  /// The state of the connection, as a sentence.
  public let connection: String
  public let isOnline: Bool
  public let notes: Int
  public let todos: Int
  public let users: Int
  /// The number of items with unanswered changes.
  public let waiting: Int
  public let conflicts: Int
  public let database: String
}
