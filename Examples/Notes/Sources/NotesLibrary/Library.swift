public import Katana
public import NotesModel

/// All that this client knows, and what it has changed and not yet been able to tell the server.
///
/// It is the local database: the journal keeps it, and whatever is read offline is read from here.
public struct Library: Model, Codable, Equatable, Sendable {
  /// The items, in the order in which the client came to know them.
  public internal(set) var entries = RowTable<ItemID, Entry>()
  /// What tells this client from all others; made when the library is used first, for keys that nobody else
  /// makes.
  public internal(set) var client: String?
  /// The server whose data these are; nil before the first greeting.
  public internal(set) var server: String?
  /// The last change of the server that is in here.
  public internal(set) var cursor = 0
  /// How it stands with the server.
  public internal(set) var link = Link.offline
  /// The items of which a change is on its way, in the order in which the changes were made.
  public internal(set) var outbox: [ItemID] = []
  /// The items that somebody else has changed as well, in the order in which that was found out.
  public internal(set) var conflicts: [ItemID] = []
  /// What has become of ids that this client gave: the server's.
  public internal(set) var aliases: [ItemID: ItemID] = [:]
  /// What was deleted last, as long as it can be brought back.
  public internal(set) var deletion: Deletion?
  /// What the server has refused, newest last; at most ten.
  public internal(set) var refusals: [Refusal] = []
  /// How many ids and keys this client has given.
  var given = 0
  /// What is known of the items whose changes are on their way.
  var changes: [ItemID: Change] = [:]
  /// Whose request each is that is on its way, by its key.
  var requests: [String: ItemID] = [:]
  /// The versions in which items were deleted of which older news may come: what is no newer is none.
  var gone: [ItemID: Int] = [:]
  /// While a server is read anew that was set back: what was here before and it has not told of yet.
  var unseen: Set<ItemID>?

  /// A library without anything in it.
  public init() {}

  /// How it stands with the server.
  public enum Link: Codable, Hashable, Sendable {
    /// Nothing is sent and nothing comes.
    case offline
    /// Changes come, of what was changed while it was away; they are asked for from a sequence number on.
    case catchingUp(after: Int)
    /// What the server has is here.
    case current(after: Int)
    /// Another server has answered than the one whose data these are: a sentence that says so. Nothing is
    /// sent and nothing comes.
    case foreign(String)
  }

  /// What is known of an item while a change of it is on its way.
  struct Change: Codable, Hashable, Sendable {
    /// What the server had when it was changed; nil for nothing.
    var base: Item?
    /// What the feed has told of it since.
    var ahead: FeedEntry?
  }

  /// A deletion that can be undone.
  public struct Deletion: Codable, Hashable, Sendable {
    /// What was deleted, as it was.
    public var item: Item
  }

  /// A change that the server will not have.
  public struct Refusal: Codable, Hashable, Sendable {
    /// What was to be changed.
    public var id: ItemID
    /// The server's sentence.
    public var reason: String
  }
}

/// An item, and how it stands with the server.
public struct Entry: Codable, Hashable, Sendable {
  /// What the person sees.
  public var item: Item
  /// The server's version that it is, or was made of; 0 for what the server has never had.
  public var version: Int
  /// How it stands with the server.
  public var state: State
  /// Whether it was deleted here; it is not shown any more, and goes when the server says so.
  public var isDeleted = false

  /// How an item stands with the server.
  public enum State: Codable, Hashable, Sendable {
    /// As the server has it.
    case shared
    /// A request with this key is on its way, and says just this.
    case sent(key: String)
    /// A request with this key is on its way, and the item was changed since.
    case editedSince(key: String)
    /// Somebody else was first: what the server has, nil if it was deleted there. Nothing is sent until it is
    /// resolved.
    indirect case conflict(theirs: Item?, version: Int)
  }

  /// An entry.
  public init(item: Item, version: Int, state: State, isDeleted: Bool = false) {
    self.item = item
    self.version = version
    self.state = state
    self.isDeleted = isDeleted
  }
}

extension Library {
  /// The id under which an item is known now, which for one that was made here may be another than at first.
  public func current(_ id: ItemID) -> ItemID { aliases[id] ?? id }

  /// The item of an id, also of one that it had before; nil if there is none, or it was deleted here.
  public func item(_ id: ItemID) -> Item? {
    guard let entry = entries[current(id)], !entry.isDeleted else { return nil }
    return entry.item
  }
}
