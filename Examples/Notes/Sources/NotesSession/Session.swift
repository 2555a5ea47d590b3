public import Harvest
public import NotesModel

/// The running machine of the connection.
public typealias Session = Harvester<SessionInput, SessionState>

/// Creates a session, which does nothing until it is resumed.
///
/// A program begins like this:
///
/// ```swift
/// let session = makeSession(on: flow) { () async throws(ServerError) in try await client.greet() }
/// try journal.record(SessionJournal.recordable(session))
/// try journal.start()
/// session.send(.resumed)
/// ```
///
/// A session that the journal restores as unplugged stays so after `resumed`, until it receives
/// ``SessionInput/plug``. A program whose user wants to be offline for one run only sends that at its start.
///
/// - Parameters:
///   - flow: The flow to take part in; its clock and random numbers time the delays.
///   - isolation: The caller's isolation; leave the default.
///   - greet: A closure that requests the server's greeting; cancelled when the answer is not needed any
///     more.
public func makeSession(
  on flow: Flow, isolation: isolated (any Actor)? = #isolation,
  greet: @escaping @Sendable () async throws(ServerError) -> Greeting
) -> Session {
  Session(
    state: SessionState(), mapping: sessionMapping,
    world: SessionWorld(environment: flow.environment, greet: greet),
    name: "session", flow: flow, isolation: isolation)
}

/// The table of phases, with the update of the session's other state.
var sessionMapping: Session.EffectMapping<SessionWorld, SessionQueue, SessionWork> {
  SessionTable.table
    .lift(
      state: { $0.phase },
      modify: { session, change in
        change(&session.phase)
        return true
      }
    )
    .updating { input, session in session.note(input) }
    .contramapWorld(reading: { $0.failures }) { world, failures in
      var world = world
      world.failures = failures
      return world
    }
}

/// The schemas of a session in a journal.
public enum SessionJournal {
  public static var states: RecordSchema<SessionState> { RecordSchema("session") }
  public static var inputs: RecordSchema<SessionInput> { RecordSchema("session-input") }

  public static func recordable(_ session: Session) -> Recordable<SessionState, SessionInput> {
    session.recordable(state: states, inputs: inputs)
  }
}
