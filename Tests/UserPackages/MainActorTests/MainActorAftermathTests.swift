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

/// Handles itself, and answers from a callback.
struct Echo: CallbackAction {
  typealias Output = String
  let text: String

  nonisolated func handle(command: Echo, publisher: EventPublisher<Echo>) throws -> Event<Echo> {
    let text = command.text
    Task.detached { publisher.publish(data: text) }
    return .progress
  }
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

  @Test("an action answers from its callback on the engine that executes it")
  func callbackAction() async {
    let engine = Engine()
    let controller = BookController(engine: engine)
    let (heard, continuation) = AsyncStream.makeStream(of: String.self)
    controller.react(to: Echo.self) { continuation.yield($0) }
    controller.execute(action: Echo(text: "tea"))
    var iterator = heard.makeAsyncIterator()
    #expect(await iterator.next() == "tea")
  }

  @Test("each execution's reaction receives its own answer from the publishers that a closure keeps")
  func ownReaction() {
    let engine = Engine()
    var publishers: [EventPublisher<Shout>] = []
    engine.use(Shout.self) { _, publisher in
      publishers.append(publisher)
      return .progress
    }
    let controller = BookController(engine: engine)
    var lines: [String] = []
    for text in ["tea", "milk"] {
      controller.execute(
        command: Shout(text: text), reaction: Reaction(consume: { lines.append("\(text): \($0)") }))
    }
    publishers[1].publish(data: "MILK")
    publishers[0].publish(data: "TEA")
    #expect(lines == ["milk: MILK", "tea: TEA"])
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
