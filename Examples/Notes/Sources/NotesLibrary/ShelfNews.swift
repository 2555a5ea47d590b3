public import NotesModel

/// Changes of the shelf, as the library takes them.
public struct ShelfNews: Codable, Hashable, Sendable {
  /// The present state of an item on the shelf.
  public struct Change: Codable, Hashable, Sendable {
    public var id: ItemID
    /// The item; nil for none.
    public var item: Item?
    /// The version, or that of the deletion; 0 for none.
    public var version: Int
    /// The key of the command that has led to the version.
    public var key: String?
  }

  /// A command of this client that waits for the log.
  public struct Waiting: Codable, Hashable, Sendable {
    public var key: String
    /// The id in the command; nil for a new item.
    public var id: ItemID?
    /// The key of the item's creation; for a new item that of the command itself, nil for a certain number.
    public var created: String?
  }

  /// The identity of the data; nil as long as it is unknown.
  public var server: String?
  public var changes: [Change] = []
  /// All commands that wait, in order.
  public var waiting: [Waiting] = []
  /// The present ids on the shelf of the items that this client has created, by the keys of the commands.
  public var numbers: [String: ItemID] = [:]
  /// True when the log has lost changes that this client had, as after a restored backup.
  public var isReadAgain = false
}
