import Aftermath
import Features
import ResourceServer

/// The engine with its handlers, and the listeners that print their results.
@MainActor
final class Application: CommandProducer, ReactionProducer {
  nonisolated let engine: Engine
  private let books: Shelf<BookFeature>
  private let todos: Shelf<TodoFeature>
  private let server: ResourceServer
  private let write: (String) -> Void
  private(set) var isOver = false

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - server: The server, which is in the same program.
  ///   - environment: The environment with the clock.
  ///   - log: A closure that receives a line for each command, event and error; nil for none.
  ///   - write: A closure that prints a line for the user.
  init(
    server: ResourceServer, environment: StoreEnvironment = StoreEnvironment(),
    log: LogSink? = nil, write: @escaping (String) -> Void
  ) throws {
    engine = Engine(name: "resources", environment: environment)
    if let log {
      engine.errorHandler = EngineErrorHandler(sink: log)
      engine.pipeCommands(through: [LogCommandMiddleware(sink: log)])
      engine.pipeEvents(through: [LogEventMiddleware(sink: log)])
    } else {
      engine.errorHandler = Complaints()
    }
    let time = Duration.seconds(10)
    let bookResource = try engine.use(feature: BookFeature(), at: server.url, timeout: time)
    let todoResource = try engine.use(feature: TodoFeature(), at: server.url, timeout: time)
    engine.use(handler: OverviewStory.Handler(books: bookResource, todos: todoResource))
    books = Shelf(engine: engine, write: write)
    todos = Shelf(engine: engine, write: write)
    self.server = server
    self.write = write
    react(
      to: OverviewStory.Command.self,
      with: Reaction(
        wait: { write("Counting ...") },
        consume: { write(Wording.sentence($0)) },
        rescue: { write(Wording.sentence($0, word: "book")) }))
  }

  /// Carries out a line; the results of its command may come later.
  func follow(_ text: String) {
    do {
      guard let line = try Line(text) else { return }
      follow(line)
    } catch {
      write("\(error)")
    }
  }

  private func follow(_ line: Line) {
    switch line {
    case .list(.book): execute(command: ListCommand<BookFeature>())
    case .list(.todo): execute(command: ListCommand<TodoFeature>())
    case .open(.book, let id): execute(command: DetailCommand<BookFeature>(id: id))
    case .open(.todo, let id): execute(command: DetailCommand<TodoFeature>(id: id))
    case .addBook(let title, let author):
      execute(command: CreateCommand<BookFeature>(.init(title: title, author: author)))
    case .addTodo(let title): execute(command: CreateCommand<TodoFeature>(.init(title: title)))
    case .rename(.book, let id, let title):
      execute(command: UpdateCommand<BookFeature>(id: id, .init(title: title)))
    case .rename(.todo, let id, let title):
      execute(command: UpdateCommand<TodoFeature>(id: id, .init(title: title)))
    case .finish(let id, let isDone):
      execute(command: UpdateCommand<TodoFeature>(id: id, .init(isDone: isDone)))
    case .delete(.book, let id): execute(command: DeleteCommand<BookFeature>(id: id))
    case .delete(.todo, let id): execute(command: DeleteCommand<TodoFeature>(id: id))
    case .overview: execute(command: OverviewStory.Command())
    case .somebody(let title, let author):
      let isAdded = server.addBook(title: title, author: author)
      write(isAdded ? "Somebody else has added a book." : "Somebody else was refused: that title is there.")
    case .plug(let isPlugged):
      server.behave(isPlugged ? .answers : .cuts)
      write("The server \(isPlugged ? "answers again" : "does not answer any more").")
    case .help: write(Line.listing)
    case .quit: isOver = true
    }
  }

  /// Carries out a line; returns when all its consequences have happened.
  func answer(_ text: String) async {
    follow(text)
    await engine.run()
  }
}
