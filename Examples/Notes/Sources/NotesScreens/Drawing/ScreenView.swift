public import AftermathComponents
public import NotesDesk
public import NotesLibrary
public import NotesSession

/// The whole visible content, as a value: the input of `draw(_:)`.
public struct ScreenView {
  public var screen: Screen
  public var search = Search()
  public var preferences = Preferences()
  /// The visible rows of the list.
  public var page = Component.noPage
  /// An error while the rows were made.
  public var failure: String?
  /// The open or selected item, if there is one.
  public var detail: Detail?
  /// Both sides of the open conflict.
  public var sides: ConflictSides?
  /// The state of the connection.
  public var phase = SessionPhase.connecting
  /// A sentence about the connection while the server is unavailable.
  public var banner: String?
  /// The reason why changes cannot be stored, as a sentence; nil while they can.
  public var trouble: String?
  /// The number of items with unanswered changes.
  public var waiting = 0
  /// The number of items in conflict.
  public var conflicts = 0
  /// The server's refusals, newest last.
  public var refusals: [Library.Refusal] = []
  /// The log, oldest line first.
  public var log: [TurnLine] = []
}
