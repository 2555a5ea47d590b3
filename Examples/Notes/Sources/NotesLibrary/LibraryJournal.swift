public import Katana

/// How a journal writes libraries down.
///
/// ```swift
/// try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
/// try journal.durable(push, on: library)
/// ```
public enum LibraryJournal {
  /// The libraries.
  public static var states: RecordSchema<Library> { RecordSchema("library") }
  /// What happens to them.
  public static var messages: RecordSchema<any Message> {
    RecordSchema<any Message>().adding(LibraryMessage.self, "library-message")
  }
}
