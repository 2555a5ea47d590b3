public import Katana
public import NotesModel

/// What happens to a library.
public enum LibraryMessage: Message, Codable, Hashable {
  // MARK: What a person does

  /// The library is used for the first time, by a client of this name.
  case named(client: String)
  /// A new item; its number is not used.
  case add(Item)
  /// An item is to be as this one; it is found by its id.
  case edit(Item)
  /// An item is to be deleted.
  case delete(ItemID)
  /// The last deletion is to be undone.
  case undoDeletion
  /// A conflict is resolved: by what was written here, or by what the server has.
  case resolve(ItemID, keepingMine: Bool)
  /// What was refused was read.
  case dismissRefusals

  // MARK: What the server says

  /// The server is there.
  case connected(Greeting)
  /// It is not, any more; a program begins with it, because what it has kept may still say otherwise.
  case disconnected
  /// Changes from the feed, in order; whether these are all that there are for now.
  case fed([FeedEntry], isCurrent: Bool)
  /// The answer to the request with a key.
  case answered(key: String, PushAnswer)
}
