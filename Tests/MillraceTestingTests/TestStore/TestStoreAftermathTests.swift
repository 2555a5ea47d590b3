import Aftermath
import AftermathTesting
import Testing

@testable import MillraceTesting

private struct BookList: Command {
  typealias Output = [String]
  let shelf: String
}

private struct BookListHandler: AsyncCommandHandler {
  func handle(command: BookList) async throws -> [String] { ["\(command.shelf) 1"] }
}

private struct LoggedOut: Fact {}

private final class Reader: ReactionProducer {
  let engine: Engine
  var books: [String] = []

  init(engine: Engine) { self.engine = engine }
}

@MainActor @Suite struct TestStoreAftermathTests {
  private func engine() throws -> (Engine, Store<[String], FoldedEvent>) {
    let engine = Engine(name: "library")
    engine.use(handler: BookListHandler())
    let shelves = try engine.store([String](), name: "shelves") { fold in
      fold.on(BookList.self) { $0 = $1 }
    }
    return (engine, shelves)
  }

  @Test(
    "An engine is tested by its commands, their handlers' work, its events and the state folded from them")
  func engineAndStore() async throws {
    let (engine, shelves) = try engine()
    let reader = Reader(engine: engine)
    reader.react(to: BookList.self) { [unowned reader] in reader.books = $0 }
    let reports = await testStoreReports {
      let test = TestStore(engine, shelves)
      test.send(.command(BookList(shelf: "poems")))
      await test.receive(where: \.isProgress)
      await test.receive(where: \.isFolded)
      await test.receive(where: { $0.isData(of: BookList.self) })
      #expect(reader.books == ["poems 1"])
      await test.receive(where: \.isFolded) { $0 = ["poems 1"] }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("A fact without reactions is an unexpected error")
  func unheard() async throws {
    let (engine, shelves) = try engine()
    let failures = await testStoreFailures {
      let test = TestStore(engine, shelves)
      test.perform("log out") { engine.post(fact: LoggedOut()) }
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains("The store `library` reports: The fact `LoggedOut()` was lost,") == true)
  }
}
