public import Katana

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
}
