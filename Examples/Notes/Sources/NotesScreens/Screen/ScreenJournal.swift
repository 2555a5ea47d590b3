public import Aftermath

/// How the screen is written down for years.
public enum ScreenJournal {
  /// The kind of its states.
  public static var states: Schema<Screen> { Schema("screen") }

  /// The kinds of its events.
  public static var messages: Schema<FoldedEvent> {
    Features.all.reduce(Schema().fact(Remark.self, Remark.journalName)) { $1.added(to: $0) }
  }
}
