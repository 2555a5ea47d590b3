import Harvest
import Katana
import NotesModel
import NotesSession
import Testing

@testable import NotesClient
@testable import NotesLibrary

/// Session and library as their watch sees them; what a server would say is dispatched by hand.
@MainActor
@Suite("When a server is well")
struct SessionWatchTests {
  private let session: Session
  private let library: Katana.Store<Library>
  private let watch: SessionWatch

  init() throws {
    let flow = Flow(name: "notes")
    session = makeSession(on: flow) { () async throws(ServerError) in
      throw .unreachable("Nobody is asked.")
    }
    library = try Katana.Store(
      model: Library(), updater: LibraryUpdater(), interpreters: [SubmitInterpreter { _ in }],
      name: "library", flow: flow)
    watch = SessionWatch(session: session, library: library, open: {}, close: {})
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

  /// Changes of so many items wait for the log.
  private func wait(_ count: Int) {
    let waiting = (1..<count + 1).map { ShelfNews.Waiting(key: "key-\($0)", id: ItemID(.notes, $0)) }
    tell(.news(ShelfNews(waiting: waiting)))
  }

  @Test("A server that has told all, and was asked for nothing, is well; one that has told nothing is not")
  func feed() {
    greet()
    loseAndGreet()
    #expect(failures == 1)
    tell(.news(ShelfNews()))
    #expect(failures == 1)
    tell(.caughtUp)
    #expect(failures == 0)
  }

  @Test("A server that answers nothing is not well, whatever it has answered before")
  func noAnswer() {
    greet()
    wait(2)
    tell(.caughtUp)
    wait(1)
    loseAndGreet()
    tell(.caughtUp)
    #expect(failures == 1 && library.withState { $0.outbox.count } == 1)
    wait(2)
    #expect(failures == 1)
    wait(1)
    #expect(failures == 0 && library.withState { $0.outbox.count } == 1)
  }

  @Test("An answer that came before the server had told all counts when it has")
  func earlyAnswer() {
    greet()
    wait(2)
    loseAndGreet()
    wait(1)
    #expect(failures == 1)
    tell(.caughtUp)
    #expect(failures == 0)
  }
}
