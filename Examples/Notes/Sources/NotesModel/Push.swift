/// A change that a client asks a server for.
public struct PushRequest: Codable, Hashable, Sendable {
  /// What is to be done.
  public enum Change: Codable, Hashable, Sendable {
    /// Make a new item; the server gives it a number.
    case create(Item)
    /// Put this in its place, if it still has the version.
    case replace(Item, version: Int)
    /// Delete it, if it still has the version.
    case delete(ItemID, version: Int)
    /// Put a deleted one back under its number, if there is none under it.
    case restore(Item)
  }

  /// What tells this request from all others that any client ever makes.
  ///
  /// A server that has seen it answers as it did then.
  public var key: String
  /// What is to be done.
  public var change: Change

  /// A request.
  public init(key: String, change: Change) {
    self.key = key
    self.change = change
  }
}

/// What a server says to a change.
public enum PushAnswer: Codable, Hashable, Sendable {
  /// It is done; this is the item now.
  case stored(Item, version: Int)
  /// It is deleted; the version is that of the deletion.
  case deleted(version: Int)
  /// Somebody else was first: this is what is there now, nil if it was deleted.
  case conflict(Item?, version: Int)
  /// It cannot be done, whatever happens; a sentence that says why.
  case refused(String)
}
