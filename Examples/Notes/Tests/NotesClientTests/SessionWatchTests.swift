import Harvest
import Katana
import NotesLibrary
import NotesModel
import NotesSession
import Testing

@testable import NotesClient

/// Session and library as their watch sees them; what a server would say is dispatched by hand.
@MainActor
@Suite("When a server is well")
struct SessionWatchTests {
  /// Sends nothing: answers are dispatched by the tests.
  private struct NoServer: EffectCommandInterpreter {
    func effect(of command: Push) -> Effect<any Message> { .none }
  }

  private let session: Session
  private let library: Katana.Store<Library>
  private let watch: SessionWatch

  init() throws {
    let flow = Flow(name: "notes")
    session = makeSession(on: flow) { () async throws(ServerError) in
      throw .unreachable("Nobody is asked.")
    }
    library = try Katana.Store(
      model: Library(), updater: LibraryUpdater(), interpreters: [NoServer()], name: "library", flow: flow)
    watch = SessionWatch(session: session, library: library, link: ServerLink())
    library.dispatch(LibraryMessage.named(client: "client"))
  }

  private var failures: Int { session.store.withState { $0.failures } }

  /// The server greets, as the session is told.
  private func greet() { session.send(.greeted(Greeting(id: "the-server", sequence: 0))) }

  /// The connection is lost, and the server greets again.
  private func loseAndGreet() {
    session.send(.lost(reason: "It broke off."))
    session.send(.tryNow)
    session.send(.unreachable(reason: "It is not there."))
    session.send(.retry)
    greet()
  }

  private func tell(_ message: LibraryMessage) { library.dispatch(message) }

  /// The server has done the first thing that it was asked for.
  private func answer() throws {
    let id = try #require(library.withState { $0.outbox.first })
    let state = library.withState { $0.entries[id]?.state }
    guard case .sent(let key) = state else { throw CancellationError() }
    tell(.answered(key: key, .stored(note(-id.number, "Done"), version: 1)))
  }

  @Test("A server that has told all, and was asked for nothing, is well; one that has told nothing is not")
  func feed() {
    greet()
    loseAndGreet()
    #expect(failures == 1)
    tell(.fed([], isCurrent: false))
    #expect(failures == 1)
    tell(.fed([], isCurrent: true))
    #expect(failures == 0)
  }

  @Test("A server that answers nothing is not well, whatever it has answered before")
  func noAnswer() throws {
    greet()
    for title in ["Bake bread", "Sweep"] { tell(.add(note(0, title))) }
    tell(.fed([], isCurrent: true))
    try answer()
    loseAndGreet()
    tell(.fed([], isCurrent: true))
    #expect(failures == 1 && library.withState { $0.outbox.count } == 1)
    tell(.add(note(0, "Call the plumber")))
    #expect(failures == 1)
    try answer()
    #expect(failures == 0 && library.withState { $0.outbox.count } == 1)
  }

  @Test("An answer that came before the server had told all counts when it has")
  func earlyAnswer() throws {
    greet()
    for title in ["Bake bread", "Sweep"] { tell(.add(note(0, title))) }
    loseAndGreet()
    try answer()
    #expect(failures == 1)
    tell(.fed([], isCurrent: true))
    #expect(failures == 0)
  }
}
