public import Katana
public import NotesModel

/// All data as this client shows them: the items of the shelf that it shares with the servers, and what only
/// this client knows of them.
///
/// The journal records it, and it is all that is available offline.
public struct Library: Model, Codable, Equatable, Sendable {
  /// The items, in the order in which the client received them.
  public internal(set) var entries = RowTable<ItemID, Entry>()
  /// The client's unique name, created at the first use: its name among the writers of the log.
  public internal(set) var client: String?
  /// The server that owns the data; nil before the first greeting.
  public internal(set) var server: String?
  /// The state of the connection.
  public internal(set) var link = Link.offline
  /// The items with changes that wait for the log, in the order of their first.
  public internal(set) var outbox: [ItemID] = []
  /// The items in conflict, in the order of detection.
  public internal(set) var conflicts: [ItemID] = []
  /// The certain ids of items, by local ids.
  public internal(set) var aliases: [ItemID: ItemID] = [:]
  /// The last deletion, while it can be undone.
  public internal(set) var deletion: Deletion?
  /// The server's refusals, newest last; at most ten.
  public internal(set) var refusals: [Refusal] = []
  /// The number of local ids that this client has assigned.
  var given = 0
  /// The ids here of the items that this client has created, by the keys of the commands, while their numbers
  /// are uncertain or changes of them wait.
  var creations: [String: ItemID] = [:]
  /// The local ids of items whose numbers are uncertain, by their present ids on the shelf.
  var uncertain: [ItemID: ItemID] = [:]
  /// A local item that is created once more; it keeps its id.
  var again: ItemID?

  public init() {}

  public enum Link: Codable, Hashable, Sendable {
    /// Nothing is sent or received.
    case offline
    /// Changes from the time offline are being received.
    case catchingUp
    /// All of the server's data has arrived.
    case current
    /// Another server has answered than the one that owns the data, with a sentence that says so. Nothing is
    /// sent or received.
    case foreign(String)
  }

  public struct Deletion: Codable, Hashable, Sendable {
    public var item: Item
  }

  public struct Refusal: Codable, Hashable, Sendable {
    public var id: ItemID
    public var reason: String
  }
}

/// An item, with its state of synchronisation.
public struct Entry: Codable, Hashable, Sendable {
  /// The item as the user sees it.
  public var item: Item
  /// The version on the shelf; 0 for none.
  public var version: Int
  /// The key of the command that has led to the version; nil for none.
  public var key: String?
  public var state: State
  /// True when it is deleted on this side of a conflict.
  public var isDeleted = false

  /// The state of an item's synchronisation.
  public enum State: Codable, Hashable, Sendable {
    /// It equals the server's item.
    case shared
    /// A change waits for the log, the last one with this key.
    case sent(key: String)
    /// Another client was first; `theirs` is the shelf's item, nil if it was deleted. Nothing is sent until
    /// the conflict is resolved.
    indirect case conflict(theirs: Item?, version: Int)
  }
}

extension Library {
  /// Returns the current id of an item, which may differ from its local one.
  public func current(_ id: ItemID) -> ItemID { aliases[id] ?? id }

  /// Returns the item of a current or former id; nil if there is none, or it was deleted here.
  public func item(_ id: ItemID) -> Item? { entries[current(id)]?.content }
}

extension Entry {
  /// The item's content here; nil when it was deleted.
  var content: Item? { isDeleted ? nil : item }
}
