/// The newest change of an item in the change feed.
///
/// The server's feed has one entry for each item, the newest, in the order of the changes. A client that has
/// read it up to a sequence number has all changes until then.
public struct FeedEntry: Codable, Hashable, Sendable {
  /// The number of the change; consecutive.
  public var sequence: Int
  public var id: ItemID
  /// The number of changes of the item: its entity tag.
  public var version: Int
  /// The key of the request for the change; nil for none.
  public var key: String?
  /// The current item; nil when it was deleted.
  public var item: Item?

  public init(sequence: Int, id: ItemID, version: Int, key: String?, item: Item?) {
    self.sequence = sequence
    self.id = id
    self.version = version
    self.key = key
    self.item = item
  }
}

/// A server's identity and position.
public struct Greeting: Codable, Hashable, Sendable {
  /// The identity of its data: the id of its journal.
  public var id: String
  /// The number of the last change.
  public var sequence: Int

  public init(id: String, sequence: Int) {
    self.id = id
    self.sequence = sequence
  }
}
