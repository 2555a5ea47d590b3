import Aftermath
import MillraceTesting
import Testing

/// The samples of Aftermath's articles.
enum AftermathArticle {
  struct Book: Equatable {
    var id: Int
    var title: String
  }

  struct EmptyTitle: Error {}
  struct Busy: Error {}

  nonisolated protocol BookSource: Sendable {
    func cached(_ shelf: String) -> [Book]
    func fetch(_ shelf: String) async throws -> [Book]
  }

  nonisolated struct SmallLibrary: BookSource {
    func cached(_ shelf: String) -> [Book] { [Book(id: 1, title: "Old")] }
    func fetch(_ shelf: String) async throws -> [Book] { [Book(id: 2, title: "New on \(shelf)")] }
  }

  nonisolated struct Catalogue: Sendable {
    func search(_ words: String, then answer: @escaping @Sendable ([Book]) -> Void) {
      Task.detached { answer([Book(id: 3, title: words)]) }
    }
  }

  struct BookList: Command {
    typealias Output = [Book]
    var shelf = "all"
  }

  struct BookRename: Command {
    typealias Output = Book
    let id: Int
    let title: String
  }

  struct BookSearch: Command {
    typealias Output = [Book]
    let words: String
  }

  struct BookListHandler: AsyncCommandHandler {
    let library: any BookSource

    func handle(command: BookList) async throws -> [Book] {
      publish(data: library.cached(command.shelf))
      return try await library.fetch(command.shelf)
    }
  }

  struct BookRenameHandler: CommandHandler {
    func handle(command: BookRename) throws -> Event<BookRename> {
      guard !command.title.isEmpty else { throw EmptyTitle() }
      return .data(Book(id: command.id, title: command.title))
    }
  }

  struct BookSearchHandler: CallbackCommandHandler {
    let catalogue: Catalogue

    func handle(command: BookSearch, publisher: EventPublisher<BookSearch>) throws -> Event<BookSearch> {
      catalogue.search(command.words) { books in publisher.publish(data: books) }
      return .progress
    }
  }

  @MainActor
  static func makeEngine() -> Engine {
    let engine = Engine(name: "library")
    let library = SmallLibrary()
    engine.use(handler: BookListHandler(library: library), in: .latest("books"))
    engine.use(handler: BookRenameHandler())
    return engine
  }

  @MainActor
  final class BookController: CommandProducer, ReactionProducer {
    let engine: Engine
    private(set) var lines: [String] = []

    init(engine: Engine) {
      self.engine = engine
      react(
        to: BookList.self,
        with: Reaction(
          wait: { [weak self] in self?.lines = ["…"] },
          consume: { [weak self] books in self?.lines = books.map(\.title) },
          rescue: { [weak self] error in self?.lines = ["Failed: \(error)"] }))
      next { [weak self] (fact: LoggedOut) in self?.lines = [] }
    }

    func load() {
      execute(command: BookList())
    }
  }

  struct LoggedOut: Fact {
    let name: String
  }

  struct AuthService: FactProducer {
    let engine: Engine

    func logOut() {
      post(fact: LoggedOut(name: "Ada"))
    }
  }

  struct Welcome: Action {
    typealias Output = String
    let name: String

    func handle(command: Welcome) throws -> Event<Welcome> {
      .data("Hello \(command.name)")
    }
  }

  actor SearchIndex: ReactionProducer {
    let engine: Engine
    private(set) var titles: Set<String> = []

    init(engine: Engine) {
      self.engine = engine
    }

    func start() {
      react(to: BookList.self) { [weak self] books in
        self?.assumeIsolated { $0.titles.formUnion(books.map(\.title)) }
      }
    }
  }

  struct Shelf {
    var titles: [String] = []
    var renamed: [String] = []
  }

  // MARK: Middleware

  /// A stand-in for a session that has to be refreshed before a command is carried out.
  struct Session {
    func refresh(on clock: any Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1)) }
  }

  struct RetryOnce: CommandMiddleware {
    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
      do {
        try next(command)
      } catch is Busy {
        try next(command)
      }
    }
  }

  struct HideDrafts: EventMiddleware {
    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
      if case .data(let books)? = event as? Event<BookList> {
        try next(Event<BookList>.data(books.filter { !$0.title.hasPrefix("Draft") }))
      } else {
        try next(event)
      }
    }
  }

  static func pipe(_ engine: Engine) {
    engine.pipeCommands(through: [LogCommandMiddleware(), RetryOnce()])
    engine.pipeEvents(through: [LogEventMiddleware(), HideDrafts()])
  }
}

@MainActor
struct AftermathSampleTests {
  typealias Book = AftermathArticle.Book
  typealias BookList = AftermathArticle.BookList
  typealias BookRename = AftermathArticle.BookRename
  typealias BookController = AftermathArticle.BookController
  typealias LoggedOut = AftermathArticle.LoggedOut
  typealias Welcome = AftermathArticle.Welcome
  typealias Shelf = AftermathArticle.Shelf
  typealias HideDrafts = AftermathArticle.HideDrafts
  typealias Session = AftermathArticle.Session

  @Test("A controller shows what a closure on an engine of its own answers")
  func controller() async {
    let engine = Engine(name: "test")
    engine.use(BookList.self) { command in .data([Book(id: 1, title: "On \(command.shelf)")]) }
    let controller = BookController(engine: engine)
    controller.load()
    #expect(controller.lines == ["On all"])
    AftermathArticle.AuthService(engine: engine).logOut()
    await engine.run()
    #expect(controller.lines == [])
  }

  @Test("An asynchronous handler publishes what is cached, and returns what is fetched")
  func asynchronous() async throws {
    let engine = AftermathArticle.makeEngine()
    let controller = BookController(engine: engine)
    let index = AftermathArticle.SearchIndex(engine: engine)
    await index.start()
    controller.load()
    await engine.run()
    #expect(controller.lines == ["New on all"])
    #expect(await index.titles == ["Old", "New on all"])
    await engine.work(of: BookList(shelf: "new")).finish()
    #expect(controller.lines == ["New on new"])
    let books = try await engine.result(of: BookList(shelf: "new"))
    #expect(books == [Book(id: 2, title: "New on new")])
    await #expect(throws: AftermathArticle.EmptyTitle.self) {
      try await engine.result(of: BookRename(id: 1, title: ""))
    }
  }

  @Test("A callback answers the execution that it belongs to")
  func callback() async throws {
    let engine = AftermathArticle.makeEngine()
    engine.use(handler: AftermathArticle.BookSearchHandler(catalogue: AftermathArticle.Catalogue()))
    async let mill = engine.result(of: AftermathArticle.BookSearch(words: "Mill"))
    async let race = engine.result(of: AftermathArticle.BookSearch(words: "Race"))
    #expect(try await mill.map(\.title) == ["Mill"])
    #expect(try await race.map(\.title) == ["Race"])
  }

  @Test("An action registers itself")
  func action() {
    let engine = Engine(name: "test")
    let events = engine.record()
    engine.execute(action: Welcome(name: "Ada"))
    #expect(events.history.first?.result as? String == "Hello Ada")
  }

  @Test("A sequence has the events from when it was made")
  func sequence() async {
    let engine = Engine(name: "test")
    engine.use(BookList.self) { _ in .data([]) }
    let sequence = engine.events(of: BookList.self)
    engine.execute(command: BookList())
    engine.invalidate()
    await printAll(sequence)
  }

  private func printAll(_ events: AsyncStream<Event<BookList>>) async {
    for await event in events { #expect(event.result as? [Book] == []) }
  }

  /// Never called: it waits for as long as the engine lives.
  private func printEvents(of engine: Engine) async {
    for await event in engine.events(of: BookList.self) {
      print(event)
    }
  }

  @Test("Middleware changes an event")
  func middleware() async throws {
    let engine = Engine(name: "test")
    engine.pipeEvents(through: [HideDrafts()])
    engine.use(BookList.self) { _ in
      .data([Book(id: 1, title: "Draft: Rivers"), Book(id: 2, title: "Mills")])
    }
    let books = try await engine.result(of: BookList())
    #expect(books.map(\.title) == ["Mills"])
  }

  @Test("Middleware waits on the environment's clock")
  func waiting() async throws {
    let clock = ManualClock()
    let engine = Engine(name: "test", environment: StoreEnvironment(clock: clock))
    let session = Session()
    let refresh = AsyncCommandMiddleware { command, environment in
      try await session.refresh(on: environment.clock)
      return command
    }
    engine.pipeCommands(through: [refresh])
    engine.use(BookList.self) { _ in .data([]) }
    let controller = BookController(engine: engine)
    controller.load()
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1))
    await engine.run()
    #expect(controller.lines == [])
  }

  @Test("A second controller receives what was recorded")
  func history() {
    let engine = Engine(name: "test")
    engine.use(BookList.self) { _ in .data([Book(id: 1, title: "Mills")]) }

    let recorder = engine.record()
    engine.execute(command: BookList())
    let second = BookController(engine: engine)
    engine.replay(recorder.history.only(BookList.self), to: second)
    #expect(second.lines == ["Mills"])

    let controller = BookController(engine: engine)
    let history = EventHistory([
      Event<BookList>.progress, Event<BookList>.data([Book(id: 1, title: "Mills")]),
    ])
    engine.replay(history, to: controller)
    #expect(controller.lines == ["Mills"])
  }

  @Test("A store folds what is published")
  func folded() throws {
    let engine = Engine(name: "test")
    engine.use(BookList.self) { _ in .data([Book(id: 1, title: "Mills")]) }
    let shelf = try engine.store(Shelf()) { fold in
      fold.on(BookList.self) { shelf, books in shelf.titles = books.map(\.title) }
      fold.on(BookRename.self) { shelf, book in shelf.renamed.append(book.title) }
      fold.on(LoggedOut.self) { shelf, _ in shelf = Shelf() }
    }
    let token = shelf.observe(\.titles) { titles in print(titles) }
    engine.execute(command: BookList())
    #expect(shelf.titles == ["Mills"])
    token.cancel()
  }
}
