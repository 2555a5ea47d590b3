public import NotesDesk
public import NotesLibrary
public import NotesSession

/// All that is to be seen, as a value: what `draw(_:)` makes a picture of.
public struct ScreenView {
  /// Where the person is.
  public var screen: Screen
  /// What is looked for.
  public var search: Search
  /// How the person likes it.
  public var preferences: Preferences
  /// The rows of the list that are to be seen.
  public var page = Page.empty
  /// What has gone wrong while they were made.
  public var failure: String?
  /// The item that is open or selected; nil if there is none.
  public var detail: Detail?
  /// Both sides of the conflict that is open.
  public var sides: ConflictSides?
  /// How it stands with the server.
  public var phase = SessionPhase.connecting
  /// What there is to say about it while the server is not there.
  public var banner: String?
  /// Why what is done cannot be kept, as a sentence; nil while it can.
  public var trouble: String?
  /// How many items have changes that the server has not answered.
  public var waiting = 0
  /// How many items somebody else has changed as well.
  public var conflicts = 0
  /// What the server has refused, newest last.
  public var refusals: [Library.Refusal] = []
  /// What has happened, oldest first.
  public var log: [TurnLine] = []

  /// A view of a screen with nothing in it yet.
  public init(screen: Screen, search: Search = Search(), preferences: Preferences = Preferences()) {
    self.screen = screen
    self.search = search
    self.preferences = preferences
  }
}
