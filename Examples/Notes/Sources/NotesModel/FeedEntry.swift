/// Where an item stands: the newest that the change feed has of it.
///
/// The feed of the server has one of them for each item, the newest, in the order in which they were changed; whoever has
/// seen it up to a sequence number is up to date with all that was changed until then.
public struct FeedEntry: Codable, Hashable, Sendable {
  /// The number of the change; each has one more than the one before.
  public var sequence: Int
  /// Which item.
  public var id: ItemID
  /// How often it was changed: its entity tag.
  public var version: Int
  /// The key under which the change was asked for; nil for none.
  public var key: String?
  /// What it is now; nil when it was deleted.
  public var item: Item?

  /// An entry.
  public init(sequence: Int, id: ItemID, version: Int, key: String?, item: Item?) {
    self.sequence = sequence
    self.id = id
    self.version = version
    self.key = key
    self.item = item
  }
}
