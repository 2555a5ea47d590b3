import Aftermath
import Testing

struct BookList: Command {
  typealias Output = [String]
  var shelf = "all"
}

/// Answers from a thread of its own, as a library of the time before `async` does.
nonisolated final class Library: Sendable {
  func fetch(_ shelf: String, _ completion: @escaping @Sendable (Result<[String], any Error>) -> Void) {
    Task.detached { completion(.success(["A book of \(shelf)"])) }
  }
}

/// Publishes from a callback, which runs on no actor.
struct BookListHandler: CallbackCommandHandler {
  let library = Library()

  func handle(command: BookList, publisher: EventPublisher<BookList>) throws -> Event<BookList> {
    library.fetch(command.shelf) { result in
      switch result {
      case .success(let books): publisher.publish(data: books)
      case .failure(let error): publisher.publish(error: error)
      }
    }
    return .progress
  }
}

struct Shout: Command {
  typealias Output = String
  let text: String
}

/// Answers at once, on the main actor.
struct ShoutHandler: CommandHandler {
  func handle(command: Shout) throws -> Event<Shout> { .data(command.text.uppercased()) }
}

struct Whisper: Command {
  typealias Output = String
  let text: String
}

struct WhisperHandler: AsyncCommandHandler {
  func handle(command: Whisper) async throws -> String { command.text.lowercased() }
}

class ViewController {
  init() {}
}

/// The view controller of the README: on the main actor without a word.
final class BookController: ViewController, CommandProducer, ReactionProducer {
  let engine: Engine
  private(set) var lines: [String] = []
  var onChange: ([String]) -> Void = { _ in }

  init(engine: Engine) {
    self.engine = engine
    super.init()
    react(
      to: BookList.self,
      with: Reaction(
        wait: { [weak self] in self?.show(["…"]) },
        consume: { [weak self] books in self?.show(books) },
        rescue: { [weak self] error in self?.show(["Failed: \(error)"]) }))
    react(to: Shout.self) { [weak self] text in self?.show([text]) }
    react(to: Whisper.self) { [weak self] text in self?.show([text]) }
  }

  func show(_ lines: [String]) {
    self.lines = lines
    onChange(lines)
  }

  func load() { execute(command: BookList()) }
}

@Suite("Aftermath where everything is on the main actor") struct MainActorAftermathTests {
  @Test("a view controller executes commands, and shows what a handler publishes from its callback")
  func callback() async {
    let engine = Engine()
    engine.use(handler: BookListHandler())
    let controller = BookController(engine: engine)
    let (shown, continuation) = AsyncStream.makeStream(of: [String].self)
    controller.onChange = { continuation.yield($0) }
    controller.load()
    var iterator = shown.makeAsyncIterator()
    #expect(await iterator.next() == ["…"])
    #expect(await iterator.next() == ["A book of all"])
  }

  @Test("handlers that answer at once and that wait do without a word")
  func handlers() async throws {
    let engine = Engine()
    engine.use(handler: ShoutHandler())
    engine.use(handler: WhisperHandler())
    let controller = BookController(engine: engine)
    controller.execute(command: Shout(text: "Tea"))
    #expect(controller.lines == ["TEA"])
    #expect(try await engine.result(of: Whisper(text: "Tea")) == "tea")
    #expect(controller.lines == ["tea"])
  }
}
