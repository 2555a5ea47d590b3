public import Aftermath

/// How the screen is written down for years.
public enum ScreenJournal {
  /// The kind of its states.
  public static var states: RecordSchema<Screen> { RecordSchema("screen") }

  /// The kinds of its events.
  public static var messages: RecordSchema<FoldedEvent> {
    Features.all.reduce(RecordSchema().fact(Remark.self, Remark.journalName)) { $1.added(to: $0) }
  }
}
