public import Aftermath

/// The schemas of the screen in a journal.
public enum ScreenJournal {
  public static var states: RecordSchema<Screen> { RecordSchema("screen") }

  public static var messages: RecordSchema<FoldedEvent> {
    Features.all.reduce(RecordSchema().fact(Remark.self, Remark.journalName)) { $1.added(to: $0) }
  }
}
