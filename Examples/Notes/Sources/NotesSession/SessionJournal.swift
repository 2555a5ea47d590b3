public import Harvest

/// The schemas of a session in a journal.
public enum SessionJournal {
  public static var states: RecordSchema<SessionState> { RecordSchema("session") }
  public static var inputs: RecordSchema<SessionInput> { RecordSchema("session-input") }

  public static func recordable(_ session: Session) -> Recordable<SessionState, SessionInput> {
    session.recordable(state: states, inputs: inputs)
  }
}
