public import Katana
public import NotesModel

public enum LibraryMessage: Message, Codable, Hashable {
  // MARK: Actions of the user

  /// The library is used for the first time, by a client of this name.
  case named(client: String)
  /// A new item; its number is ignored.
  case add(Item)
  /// The new content of the item with the same id.
  case edit(Item)
  case delete(ItemID)
  case undoDeletion
  /// A conflict is resolved: with the local item, or with the server's.
  case resolve(ItemID, keepingMine: Bool)
  /// The user has read the refusals.
  case dismissRefusals

  // MARK: News of the server

  case connected(Greeting)
  /// The server is unavailable; also sent at the program's start, because the recorded state may say
  /// otherwise.
  case disconnected
  /// Changes from the feed, in order; `isCurrent` is true when there are no more for now.
  case fed([FeedEntry], isCurrent: Bool)
  /// The answer to the request with a key.
  case answered(key: String, PushAnswer)
}

/// The schemas of libraries in a journal.
///
/// ```swift
/// try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
/// try journal.durable(push, on: library)
/// ```
public enum LibraryJournal {
  public static var states: RecordSchema<Library> { RecordSchema("library") }
  public static var messages: RecordSchema<any Message> {
    RecordSchema<any Message>().adding(LibraryMessage.self, "library-message")
  }

  /// The path to the items, for a tool that copies their changes alone.
  public static var entries: WritableKeyPath<Library, RowTable<ItemID, Entry>> { \.entries }
}
