public import NotesDesk
public import NotesLibrary
public import NotesSession

/// All that the screens know of the rest of the client: what they look at, and what they ask for.
///
/// Whatever changes here by itself, or because it was asked for, is told to the screens by
/// ``Interface/refresh()``.
@MainActor
public protocol Workplace: AnyObject {
  /// Lends the library, without copying it.
  func withLibrary<Value>(_ body: (borrowing Library) -> Value) -> Value
  /// What is looked for, and what was found.
  var search: Search { get }
  /// How the person likes it.
  var preferences: Preferences { get }
  /// How it stands with the server.
  var session: SessionState { get }
  /// Why what is done cannot be kept, as a sentence, for as long as it cannot; nil while it can.
  var trouble: String? { get }
  /// What has happened, oldest first.
  var log: [TurnLine] { get }

  /// Changes the library.
  func tell(_ message: LibraryMessage)
  /// Looks for something else.
  func look(_ query: Query)
  /// What was begun to be written under a name, and not saved.
  func draft(of name: String) -> Draft?
  /// Keeps what is being written.
  func saveDraft(of name: String, _ draft: Draft)
  /// Lets go of what was written.
  func dropDraft(of name: String)
  /// Changes how the person likes it.
  func change(_ preference: PreferenceChange)
  /// Asks for the server, or for being left alone by it.
  func connection(_ wish: ConnectionWish)
  /// Ends the program.
  func quit()
}

/// What a person would like to be otherwise.
public enum PreferenceChange: Hashable, Sendable {
  /// The order of lists.
  case order(Query.Order)
  /// Whether todos that are done are left out.
  case hidesCompleted(Bool)
  /// Whether colours are used.
  case usesColour(Bool)
}

/// What a person wants of the connection.
public enum ConnectionWish: Hashable, Sendable {
  /// To work with the server.
  case plug
  /// To work offline.
  case unplug
  /// Not to wait any longer until the server is tried again.
  case tryNow
}

/// A line of the log: one turn.
public struct TurnLine: Hashable, Sendable {
  /// The number of the turn.
  public let sequence: UInt64
  /// The store that took it.
  public let store: String
  /// What it was about.
  public let text: String

  /// A line.
  public init(sequence: UInt64, store: String, text: String) {
    self.sequence = sequence
    self.store = store
    self.text = text
  }
}
