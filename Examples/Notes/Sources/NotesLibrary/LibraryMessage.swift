public import Katana
public import NotesModel
public import NotesShelf

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

  // MARK: News of the shelf and the server

  case connected(Greeting)
  /// All that the server had has arrived.
  case caughtUp
  /// The server is unavailable; also sent at the program's start, because the recorded state may say
  /// otherwise.
  case disconnected
  case news(ShelfNews)
  /// A command of this client was refused: because another client was first, or by the server with this
  /// reason.
  ///
  /// The id is that of the command's item on the shelf, where the command has only the key of its creation.
  case refused(ChangeItem, id: ItemID?, reason: String?)
}

/// The schemas of libraries in a journal.
///
/// ```swift
/// try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
/// ```
public enum LibraryJournal {
  public static var states: RecordSchema<Library> { RecordSchema("library") }
  public static var messages: RecordSchema<any Message> {
    RecordSchema<any Message>().adding(LibraryMessage.self, "library-message")
  }

  /// The path to the items, for a tool that copies their changes alone.
  public static var entries: WritableKeyPath<Library, RowTable<ItemID, Entry>> { \.entries }
}
