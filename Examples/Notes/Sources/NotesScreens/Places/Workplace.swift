public import NotesDesk
public import NotesLibrary
public import NotesSession

/// The screens' access to the rest of the client: the state that they read, and the actions that they start.
///
/// After each change of the state, ``Interface/refresh()`` is called.
@MainActor
public protocol Workplace: AnyObject {
  /// Lends the library, without copying it.
  func withLibrary<Value>(_ body: (borrowing Library) -> Value) -> Value
  var search: Search { get }
  var preferences: Preferences { get }
  /// The state of the connection.
  var session: SessionState { get }
  /// The reason why changes cannot be stored, as a sentence; nil while they can.
  var trouble: String? { get }
  /// The log, oldest line first.
  var log: [TurnLine] { get }

  func tell(_ message: LibraryMessage)
  func look(_ query: Query)
  /// Returns the unsaved draft of a name.
  func draft(of name: String) -> Draft?
  func saveDraft(of name: String, _ draft: Draft)
  func dropDraft(of name: String)
  func prefer(_ change: @escaping (inout Preferences) -> Void)
  /// Sends an action of the user to the connection.
  func connection(_ input: SessionInput)
  func quit()
}

/// A line of the log: one turn.
public struct TurnLine: Hashable, Sendable {
  public let sequence: UInt64
  public let store: String
  public let text: String

  public init(sequence: UInt64, store: String, text: String) {
    self.sequence = sequence
    self.store = store
    self.text = text
  }
}
