import Aftermath
import Testing

@testable import MillraceTesting

/// What happens on an engine, as a test sees it.
private enum EngineStep: Sendable {
  case command(any AnyCommand)
  case event(any AnyEvent)
  /// A store of the engine has taken an event.
  case folded(any AnyEvent)

  func isData<C: Command>(of command: C.Type) -> Bool {
    guard case .event(let event) = self else { return false }
    return event is Event<C> && event.result != nil
  }

  var isFolded: Bool { if case .folded = self { true } else { false } }
  var isProgress: Bool { if case .event(let event) = self { event.inProgress } else { false } }
}

extension TestStore where Message == EngineStep {
  /// Tests an engine of Aftermath, with the state of a store that is folded from its events.
  @MainActor fileprivate convenience init(_ engine: Engine, _ store: Store<State, FoldedEvent>) {
    self.init(
      flow: store.flow, state: { store.withState { $0 } },
      send: { if case .command(let command) = $0 { engine.execute(command: command) } },
      read: { record in
        if let folded = record.message as? FoldedEvent { return .folded(folded.event) }
        return switch record.message as? EngineMessage {
        case .execute(let command, _, _): .command(command)
        case .publish(let event, _, _): .event(event)
        default: nil
        }
      })
  }
}

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

@MainActor @Suite(.timeLimit(.minutes(1))) struct TestStoreAftermathTests {
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

  @Test("A fact that nobody hears is an error that was not expected")
  func unheard() async throws {
    let (engine, shelves) = try engine()
    let failures = await testStoreFailures {
      let test = TestStore(engine, shelves)
      test.perform("log out") { engine.post(fact: LoggedOut()) }
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("The store `library` reports: Nobody reacts to events of") == true)
  }
}
