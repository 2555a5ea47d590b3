public import Harvest

/// How a session is written down for years.
public enum SessionJournal {
  /// The kind of its states.
  public static var states: RecordSchema<SessionState> { RecordSchema("session") }
  /// The kind of its inputs.
  public static var inputs: RecordSchema<SessionInput> { RecordSchema("session-input") }

  /// A session as a journal sees it.
  public static func recordable(_ session: Session) -> Recordable<SessionState, SessionInput> {
    session.recordable(state: states, inputs: inputs)
  }
}
