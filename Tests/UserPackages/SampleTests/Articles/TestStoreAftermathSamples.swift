import Aftermath
import AftermathTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Testing what you wrote, with Aftermath") struct TestStoreAftermathSamples {
  typealias BookList = AftermathArticle.BookList
  typealias Book = AftermathArticle.Book
  typealias LoggedOut = AftermathArticle.LoggedOut

  private struct Catalogue: AsyncCommandHandler {
    func handle(command: BookList) async throws -> [Book] { [Book(id: 1, title: "Old")] }
  }

  private final class Reader: ReactionProducer {
    let engine: Engine

    init(engine: Engine) {
      self.engine = engine
    }
  }

  @Test("An engine without a state is tested by its commands and events")
  func alone() async throws {
    let engine = Engine(name: "library")
    engine.use(handler: Catalogue())
    let reader = Reader(engine: engine)
    reader.react(to: BookList.self) { _ in }
    reader.next { (_: LoggedOut) in }
    let test = try EngineTest(engine)
    test.send(.command(BookList(shelf: "poems")))
    await test.receive(.event(Event<BookList>.progress))
    await test.receive(.event(Event<BookList>.data([Book(id: 1, title: "Old")])))
    test.perform("log out") { engine.post(fact: LoggedOut(name: "Ada")) }
    await test.finish()
    withExtendedLifetime(reader) {}
  }

  @Test("An engine is tested by its events and the state folded from them")
  func engine() async throws {
    let engine = Engine(name: "library")
    engine.use(handler: Catalogue())
    let shelf = try engine.store([Book](), name: "shelf") { fold in
      fold.on(BookList.self) { $0 = $1 }
    }
    let test = TestStore(engine, shelf)
    test.send(.command(BookList(shelf: "poems")))
    await test.receive(where: \.isProgress)
    await test.receive(where: \.isFolded)
    await test.receive(where: { $0.isData(of: BookList.self) })
    await test.receive(where: \.isFolded) { $0 = [Book(id: 1, title: "Old")] }
    await test.finish()
  }
}
