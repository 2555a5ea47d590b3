/// A client's request to change an item.
public struct PushRequest: Codable, Hashable, Sendable {
  public enum Change: Codable, Hashable, Sendable {
    /// A new item, which gets a number of the server.
    case create(Item)
    /// New content of an item, if it still has the version.
    case replace(Item, version: Int)
    /// The deletion of an item, if it still has the version.
    case delete(ItemID, version: Int)
    /// The restoration of a deleted item under its number, if the number is free.
    case restore(Item)
  }

  /// A key that is unique among all requests of all clients.
  ///
  /// A server that has seen it repeats its answer.
  public var key: String
  public var change: Change

  public init(key: String, change: Change) {
    self.key = key
    self.change = change
  }
}

/// A server's answer to a change.
public enum PushAnswer: Codable, Hashable, Sendable {
  /// The change was made; this is the current item.
  case stored(Item, version: Int)
  /// The item was deleted; the version is that of the deletion.
  case deleted(version: Int)
  /// Another client was first; this is the current item, nil if it was deleted.
  case conflict(Item?, version: Int)
  /// The change can never be made, with a sentence that says why.
  case refused(String)
}
