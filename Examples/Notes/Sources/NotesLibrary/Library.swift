public import Katana
public import NotesModel

/// All data of this client, and its unsent changes.
///
/// It is the local database: the journal records it, and it is all that is available offline.
public struct Library: Model, Codable, Equatable, Sendable {
  /// The items, in the order in which the client received them.
  public internal(set) var entries = RowTable<ItemID, Entry>()
  /// The client's unique name, created at the first use, for keys that no other client makes.
  public internal(set) var client: String?
  /// The server that owns the data; nil before the first greeting.
  public internal(set) var server: String?
  /// The last change of the server that is included.
  public internal(set) var cursor = 0
  /// The state of the connection.
  public internal(set) var link = Link.offline
  /// The items with pending requests, in the order of the changes.
  public internal(set) var outbox: [ItemID] = []
  /// The items in conflict, in the order of detection.
  public internal(set) var conflicts: [ItemID] = []
  /// The server's ids, by local ids.
  public internal(set) var aliases: [ItemID: ItemID] = [:]
  /// The last deletion, while it can be undone.
  public internal(set) var deletion: Deletion?
  /// The server's refusals, newest last; at most ten.
  public internal(set) var refusals: [Refusal] = []
  /// The number of ids and keys that this client has assigned.
  var given = 0
  /// The state of items with pending requests.
  var changes: [ItemID: Change] = [:]
  /// The items of pending requests, by key.
  var requests: [String: ItemID] = [:]
  /// The versions of deleted items for which older news may arrive: only a newer version counts.
  var gone: [ItemID: Int] = [:]
  /// The items that a restored server has not sent again yet; nil unless it is being read again.
  var unseen: Set<ItemID>?

  public init() {}

  public enum Link: Codable, Hashable, Sendable {
    /// Nothing is sent or received.
    case offline
    /// Changes from the time offline are being received, from a sequence number on.
    case catchingUp(after: Int)
    /// All of the server's data has arrived.
    case current(after: Int)
    /// Another server has answered than the one that owns the data, with a sentence that says so. Nothing is
    /// sent or received.
    case foreign(String)
  }

  /// The state of an item with a pending request.
  struct Change: Codable, Hashable, Sendable {
    /// The server's item when it was changed; nil for none.
    var base: Item?
    /// The feed's entry since then.
    var ahead: FeedEntry?
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
  /// The server's version that it has or is based on; 0 for a local item.
  public var version: Int
  public var state: State
  /// True when it was deleted here; it is hidden, and removed when the server confirms.
  public var isDeleted = false

  /// The state of an item's synchronisation.
  public enum State: Codable, Hashable, Sendable {
    /// It equals the server's item.
    case shared
    /// A request with this key is pending, with the current content.
    case sent(key: String)
    /// A request with this key is pending, and the item was changed since.
    case editedSince(key: String)
    /// Another client was first; `theirs` is the server's item, nil if it was deleted there. Nothing is sent
    /// until the conflict is resolved.
    indirect case conflict(theirs: Item?, version: Int)
  }
}

extension Library {
  /// Returns the current id of an item, which may differ from its local one.
  public func current(_ id: ItemID) -> ItemID { aliases[id] ?? id }

  /// Returns the item of a current or former id; nil if there is none, or it was deleted here.
  public func item(_ id: ItemID) -> Item? {
    guard let entry = entries[current(id)], !entry.isDeleted else { return nil }
    return entry.item
  }
}
