public import Harvest
public import NotesModel

/// The machine of the connection, as it runs.
public typealias Session = Harvester<SessionInput, SessionState>

/// Makes a session, which does nothing until it is resumed.
///
/// What a program does at its start:
///
/// ```swift
/// let session = makeSession(on: flow) { () async throws(GreetingFailure) in try await client.greet() }
/// try journal.record(SessionJournal.recordable(session))
/// try journal.start()
/// session.send(.resumed)
/// ```
///
/// A session that was unplugged when the journal was left is not resumed by that: it stays so until it is sent
/// ``SessionInput/plug``, as a program does whose person wants to be left alone for one run only.
///
/// - Parameters:
///   - flow: The flow to take part in; delays are on its clock, and drawn from its chance.
///   - isolation: The caller's; leave it as it is.
///   - greet: Asks the server whether it is there, and who it is; cancelled when the answer is of no use any more.
public func makeSession(
  on flow: Flow, isolation: isolated (any Actor)? = #isolation,
  greet: @escaping @Sendable () async throws(GreetingFailure) -> Greeting
) -> Session {
  Session(
    state: SessionState(), mapping: sessionMapping, world: SessionWorld(in: flow.environment, greet: greet),
    name: "session", flow: flow, isolation: isolation)
}

/// The table of phases, and beside each step what the input has to say.
var sessionMapping: Session.EffectMapping<SessionWorld, SessionQueue, SessionWork> {
  Session.EffectMapping { input, session in
    // Noted first, because how long to wait depends on it, and on a copy, because the table may reject the input.
    var next = session
    next.note(input)
    let table = SessionTable.table(failures: next.failures)
    return table.apply(input, to: &next.phase).map { (next, $0) }
  }
}
