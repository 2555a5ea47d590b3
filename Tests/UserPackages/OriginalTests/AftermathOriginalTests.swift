import Aftermath
import AftermathTesting
import Foundation
import MillraceTesting
import Testing

nonisolated private struct Book: Equatable, CustomStringConvertible {
  var id: Int
  var title: String
  var description: String { title }
}

nonisolated private struct Offline: Error, Equatable {}

private struct BookList: Command {
  typealias Output = [Book]
  var shelf = "all"
}

private struct BookUpdate: Command {
  typealias Output = Book
  let book: Book
}

private struct LoggedIn: Fact, Equatable { let name: String }

private struct BookUpdateHandler: CommandHandler {
  func handle(command: BookUpdate) throws -> Event<BookUpdate> {
    if command.book.title.isEmpty { throw Offline() }
    return .data(command.book)
  }
}

/// A network library of the original's time: it calls back on a thread of its own.
nonisolated private final class Network: Sendable {
  func fetch(_ shelf: String, _ completion: @escaping @Sendable ([Book]?, (any Error)?) -> Void) {
    Task.detached {
      shelf == "none" ? completion(nil, Offline()) : completion([Book(id: 1, title: shelf)], nil)
    }
  }
}

private struct BookListHandler: CallbackCommandHandler {
  let network = Network()

  func handle(command: BookList, publisher: EventPublisher<BookList>) throws -> Event<BookList> {
    network.fetch(command.shelf) { books, error in
      if let error { return publisher.publish(error: error) }
      publisher.publish(data: books ?? [])
    }
    return .progress
  }
}

/// A handler as the original's users wrote it.
nonisolated private struct OldListHandler: CommandHandler {
  let engine: Engine
  var network = Network()

  func handle(command: BookList) throws -> Event<BookList> {
    network.fetch(command.shelf) { books, error in
      if let error { return publish(error: error) }
      publish(data: books ?? [])
    }
    return Event.progress
  }
}

/// Texts that are written down from anywhere.
nonisolated private final class Lines: ErrorHandler {
  private let texts = Protected<[String]>([])

  var all: [String] { texts.value }
  func add(_ text: String) { texts.change { $0.append(text) } }
  func handle(error: any Error) { add("\(error)") }
}

// Sound: the lock is held at each access to the contents.
nonisolated private final class Protected<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var contents: Value

  init(_ value: Value) { contents = value }

  var value: Value { lock.withLock { contents } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&contents) } }
}

/// A controller that gets its engine after its initialiser.
@MainActor
private final class BookController: @MainActor CommandProducer, @MainActor ReactionProducer,
  @MainActor FactProducer
{
  var engine: Engine!
  var lines: [String] = [] { didSet { continuation.yield() } }
  private let (changes, continuation) = AsyncStream.makeStream(of: Void.self)

  init(_ engine: Engine) { self.engine = engine }

  /// Returns its lines once there are so many.
  func lines(_ count: Int) async -> [String] {
    for await _ in changes where lines.count >= count { break }
    return lines
  }

  func reaction<Output>(_ name: String) -> Reaction<Output> {
    Reaction(
      wait: { [weak self] in self?.lines.append("\(name) wait") },
      consume: { [weak self] in self?.lines.append("\(name) \($0)") },
      rescue: { [weak self] in self?.lines.append("\(name) failed: \($0)") })
  }
}

/// A controller as the original's users wrote it, which disposes of its reactions as it ends.
@MainActor
private final class OldController: CommandProducer, ReactionProducer {
  nonisolated let engine: Engine
  let lines: Lines

  init(_ engine: Engine, _ lines: Lines) {
    (self.engine, self.lines) = (engine, lines)
    react(to: BookUpdate.self, with: Reaction(consume: { [weak self] in self?.lines.add($0.title) }))
  }

  deinit {
    disposeAll()
  }
}

/// A part of a screen that is a value.
private struct BookBehavior: ReactionProducer, CommandProducer {
  let engine: Engine
}

private struct BookReaction: ReactionBuilder {
  let lines: Lines

  func buildReaction() throws -> Reaction<Book> {
    Reaction(consume: { [lines] in lines.add($0.title) })
  }
}

private struct FirstBook: CommandBuilder {
  var isOnline = true

  func buildCommand() throws -> any AnyCommand {
    if !isOnline { throw Offline() }
    return BookUpdate(book: Book(id: 1, title: "First"))
  }
}

private struct Welcome: Action {
  typealias Output = String
  let name: String

  func handle(command: Welcome) throws -> Event<Welcome> { .data("Hello \(name)") }
}

private struct LaterWelcome: CallbackAction {
  typealias Output = String
  let name: String

  func handle(
    command: LaterWelcome, publisher: EventPublisher<LaterWelcome>
  ) throws -> Event<LaterWelcome> {
    Task.detached { publisher.publish(data: "Hello \(command.name)") }
    return .progress
  }
}

@MainActor private final class Label {
  var text = ""
}

private struct ShowTitle: MainActorAction {
  typealias Output = String
  let label: Label

  func handle(command: ShowTitle) throws -> Event<ShowTitle> {
    label.text = "Books"
    return .data(label.text)
  }
}

/// Middleware that replaces one command by another.
nonisolated private struct Correction: CommandMiddleware {
  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
    guard let update = command as? BookUpdate, update.book.title == "teh" else { return try next(command) }
    try execute(BookUpdate(book: Book(id: update.book.id, title: "the")))
  }
}

nonisolated private struct Filter: EventMiddleware {
  let lines: Lines

  func intercept(event: AnyEvent, publish: Publish, next: Publish) throws {
    lines.add("\(event)")
    if !event.inProgress { try next(event) }
  }
}

// Sound: it holds nothing.
nonisolated private class Order: Command, @unchecked Sendable { typealias Output = Int }
// Sound: it holds nothing.
nonisolated private final class UrgentOrder: Order, @unchecked Sendable {}

private protocol DetailFeature {
  associatedtype Model: Sendable
}

private struct BookFeature: DetailFeature { typealias Model = Book }

private struct DetailCommand<Feature: DetailFeature>: Command {
  typealias Output = Feature.Model
  let id: Int
}

private struct BookStory {
  struct Command: AftermathCommand { typealias Output = Int }

  struct Handler: CommandHandler {
    func handle(command: Command) throws -> Event<Command> { .data(1) }
  }
}

@Suite("The words of the original Aftermath")
@MainActor struct AftermathOriginalTests {
  private let engine = Engine(name: "original")
  private let errors = Lines()
  private let controller: BookController

  init() {
    engine.errorHandler = errors
    controller = BookController(engine)
  }

  private func update(_ title: String) -> BookUpdate { BookUpdate(book: Book(id: 1, title: title)) }

  // MARK: Commands and handlers

  @Test("a command is executed, handled and reacted to, in that order, before execute returns")
  func command() {
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    controller.execute(command: update("Emma"))
    #expect(controller.lines == ["update Emma"])
  }

  // row: `Failure(description:)` of AftermathTools
  @Test("what a handler throws is an error event, and is passed to the error handler")
  func throwing() {
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    controller.execute(command: update(""))
    #expect(controller.lines == ["update failed: Offline()"])
    #expect(errors.all == ["Offline()"])
  }

  @Test("a handler answers from a callback on any thread, by the publisher of the execution")
  func callback() async throws {
    engine.use(handler: BookListHandler())
    #expect(try await engine.result(of: BookList(shelf: "poems")) == [Book(id: 1, title: "poems")])
    await #expect(throws: Offline()) { try await engine.result(of: BookList(shelf: "none")) }
  }

  @Test("wait, publish(data:), publish(error:) and publish(event:) publish to the handler's engine")
  func byHand() {
    struct Handler: CommandHandler {
      let engine: Engine
      func handle(command: BookUpdate) throws -> Event<BookUpdate> { .progress }
    }
    let handler = Handler(engine: engine)
    engine.use(handler: handler)
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    handler.wait()
    handler.publish(data: Book(id: 1, title: "a"))
    handler.publish(error: Offline())
    handler.publish(event: .progress)
    #expect(
      controller.lines == [
        "update wait", "update a", "update failed: Offline()", "update wait",
      ])
  }

  // row: a handler that calls `publish` in callbacks
  @Test("a handler of no actor publishes from a callback by itself")
  func callbackByHand() async throws {
    engine.use(handler: OldListHandler(engine: engine))
    #expect(try await engine.result(of: BookList(shelf: "poems")) == [Book(id: 1, title: "poems")])
  }

  @Test("a handler is registered by code that is isolated to nothing")
  func plainCode() {
    register(engine)
    #expect(engine.contains(Welcome.self))
    controller.react(to: Welcome.self, with: controller.reaction("welcome"))
    controller.execute(command: Welcome(name: "Ada"))
    #expect(controller.lines == ["welcome Hello Ada"])
  }

  @Test("a builder makes the command, or its error is passed to the error handler")
  func builder() {
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self) { [controller] in controller.lines.append($0.title) }
    controller.execute(builder: FirstBook())
    controller.execute(builder: FirstBook(isOnline: false))
    #expect(controller.lines == ["First"])
    #expect(errors.all == ["Offline()"])
  }

  @Test("a command of any type is executed")
  func anyCommand() {
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self) { [controller] in controller.lines.append($0.title) }
    let command: any AnyCommand = update("Emma")
    controller.execute(command: command)
    #expect(controller.lines == ["Emma"])
  }

  // row: `execute(command:reaction:)` added a reaction to all later events at each call
  @Test("a reaction that is given with a command receives the answers of that execution alone")
  func ownReaction() async {
    engine.use(handler: BookListHandler())
    controller.execute(command: BookList(shelf: "a"), reaction: controller.reaction("a"))
    controller.execute(command: BookList(shelf: "b"), reaction: controller.reaction("b"))
    let lines = await controller.lines(4)
    #expect(lines.sorted() == ["a [a]", "a wait", "b [b]", "b wait"])
  }

  @Test("a command that is an object belongs to the handler of its dynamic type")
  func objects() {
    engine.use(Order.self) { _ in .data(1) }
    engine.use(UrgentOrder.self) { _ in .data(2) }
    controller.react(to: Order.self, with: controller.reaction("order"))
    controller.react(to: UrgentOrder.self, with: controller.reaction("urgent"))
    let order: Order = UrgentOrder()
    controller.execute(command: order)
    #expect(controller.lines == ["urgent 2"])
  }

  @Test("a generic feature's commands have a handler and reactions for each feature")
  func features() {
    engine.use(DetailCommand<BookFeature>.self) { .data(Book(id: $0.id, title: "detail")) }
    controller.react(to: DetailCommand<BookFeature>.self) { [controller] in controller.lines.append($0.title)
    }
    controller.execute(command: DetailCommand<BookFeature>(id: 1))
    #expect(controller.lines == ["detail"])
  }

  @Test("a story groups a command and its handler under one name")
  func stories() {
    engine.use(handler: BookStory.Handler())
    controller.react(to: BookStory.Command.self, with: controller.reaction("story"))
    controller.execute(command: BookStory.Command())
    #expect(controller.lines == ["story 1"])
  }

  // MARK: Actions and facts

  @Test("an action handles itself, needs no registration, and answers from a callback")
  func action() async {
    controller.react(to: Welcome.self, with: controller.reaction("welcome"))
    controller.react(to: LaterWelcome.self, with: controller.reaction("later"))
    controller.execute(action: Welcome(name: "Ada"))
    controller.execute(action: Welcome(name: "Bob"))
    controller.execute(action: LaterWelcome(name: "Cid"))
    #expect(
      await controller.lines(4) == [
        "welcome Hello Ada", "welcome Hello Bob", "later wait", "later Hello Cid",
      ])
  }

  // row: `Action` was handled by the first of its type, and could use views
  @Test("an action uses what belongs to the main actor")
  func mainActorAction() {
    let label = Label()
    controller.react(to: ShowTitle.self, with: controller.reaction("title"))
    controller.execute(action: ShowTitle(label: label))
    #expect(label.text == "Books")
    #expect(controller.lines == ["title Books"])
  }

  @Test("a fact is posted to the reactions to its type")
  func fact() {
    controller.next { [controller] (fact: LoggedIn) in controller.lines.append(fact.name) }
    controller.post(fact: LoggedIn(name: "Ada"))
    #expect(controller.lines == ["Ada"])
  }

  // MARK: Reactions

  // row: `disposeAll()` ended the reactions of all objects of the type
  @Test("reactions end with a token, all together, and with their object")
  func disposal() {
    engine.use(handler: BookUpdateHandler())
    var other: BookController? = BookController(engine)
    let lines = Lines()
    other?.react(to: BookUpdate.self) { lines.add("other \($0.title)") }
    let token: DisposalToken = controller.react(to: BookUpdate.self, with: controller.reaction("a"))
    controller.react(to: BookUpdate.self) { [controller] in controller.lines.append("b \($0.title)") }
    controller.dispose(token: token)
    engine.execute(command: update("1"))
    let disposer: any Disposer = controller
    disposer.disposeAll()
    engine.execute(command: update("2"))
    other = nil
    engine.execute(command: update("3"))
    #expect(controller.lines == ["b 1"])
    #expect(lines.all == ["other 1", "other 2"])
  }

  @Test("a controller may dispose of its reactions in its deinit")
  func deinitialiser() {
    engine.use(handler: BookUpdateHandler())
    let lines = Lines()
    var old: OldController? = OldController(engine, lines)
    old?.execute(command: update("1"))
    old = nil
    engine.execute(command: update("2"))
    #expect(lines.all == ["1"])
  }

  @Test("a value reacts, until its type disposes of all")
  func values() {
    engine.use(handler: BookUpdateHandler())
    let lines = Lines()
    let behavior = BookBehavior(engine: engine)
    behavior.react(to: BookUpdate.self) { lines.add($0.title) }
    behavior.execute(command: update("1"))
    BookBehavior(engine: engine).disposeAll()
    behavior.execute(command: update("2"))
    #expect(lines.all == ["1"])
  }

  @Test("a builder makes the reaction")
  func reactionBuilder() throws {
    engine.use(handler: BookUpdateHandler())
    let lines = Lines()
    controller.react(to: BookUpdate.self, with: try BookReaction(lines: lines).buildReaction())
    controller.execute(command: update("Emma"))
    #expect(lines.all == ["Emma"])
  }

  @Test("an engine that is nil is reported, and a producer without a property uses the shared one")
  func engines() {
    struct Plain: CommandProducer {}
    #expect(Plain().engine === Engine.shared)
    let heard = Lines()
    let handler = Engine.shared.errorHandler
    Engine.shared.errorHandler = heard
    defer { Engine.shared.errorHandler = handler }
    controller.engine = nil
    controller.execute(command: update("lost"))
    #expect(heard.all == ["\(Failure.noEngine(user: "BookController"))"])
  }

  // MARK: The engine

  @Test("invalidate removes handlers and reactions")
  func invalidate() {
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    engine.invalidate()
    engine.execute(command: update("lost"))
    #expect(controller.lines.isEmpty)
    #expect(errors.all.first?.hasPrefix("No handler is registered for `BookUpdate`") == true)
  }

  // row: `Warning.duplicatedCommandHandler(command:)`
  @Test("warnings: no handler, no listener, a second handler")
  func warnings() {
    final class Kinds: ErrorHandler {
      let lines = Lines()

      nonisolated func handle(error: any Error) {
        switch error {
        case Warning.noCommandHandlers: lines.add("no handler")
        case Warning.noEventListeners: lines.add("no listener")
        case Warning.duplicatedCommandHandler: lines.add("duplicate")
        default: lines.add("\(error)")
        }
      }
    }
    let kinds = Kinds()
    engine.errorHandler = kinds
    engine.execute(command: update("a"))
    engine.use(handler: BookUpdateHandler())
    engine.use(handler: BookUpdateHandler())
    engine.execute(command: update("a"))
    #expect(kinds.lines.all == ["no handler", "duplicate", "no listener"])
  }

  // row: `DisposalToken`, a string
  // row: `description` of an event
  @Test("an event describes itself with its command, and a token with its state")
  func descriptions() {
    #expect("\(Event<BookUpdate>.progress)" == "BookUpdate progress")
    #expect("\(Event<BookUpdate>.error(Offline()))" == "BookUpdate error Offline()")
    #expect("\(controller.next { (_: LoggedIn) in })" == "DisposalToken(active)")
    #expect(Event<BookUpdate>.error(Offline()).error is Offline)
    #expect(Event<BookUpdate>.data(Book(id: 1, title: "a")).result as? Book == Book(id: 1, title: "a"))
  }

  // MARK: Middleware and tools

  @Test("middleware replaces commands and holds events back")
  func middleware() {
    engine.use(handler: BookUpdateHandler())
    engine.pipeCommands(through: [Correction()])
    let lines = Lines()
    engine.pipeEvents(through: [Filter(lines: lines)])
    controller.react(to: BookUpdate.self) { [controller] in controller.lines.append($0.title) }
    controller.execute(command: update("teh"))
    engine.publish(event: Event<BookUpdate>.progress)
    #expect(controller.lines == ["the"])
    #expect(lines.all.count == 2)
  }

  // row: `SilenceCommandMiddleware`, `SilenceEventMiddleware` printed each
  @Test("an event with an error is made of a type of commands or events")
  func errorEvents() {
    struct Raw: AnyCommand {
      static func buildEvent(fromError error: any Error) -> any AnyEvent { Event<BookUpdate>.error(error) }
    }
    let builders: [any ErrorEventBuilder.Type] = [BookUpdate.self, Event<BookUpdate>.self, Raw.self]
    for builder in builders {
      let event = builder.buildEvent(fromError: Offline())
      #expect(event is Event<BookUpdate> && event.error is Offline)
    }
  }

  // row: `Reaction`, a class
  @Test("a change of a reaction does not reach the one that was registered")
  func reactionAsValue() {
    var reaction: Reaction<Book> = controller.reaction("first")
    controller.react(to: BookUpdate.self, with: reaction)
    reaction.consume = nil
    engine.publish(event: Event<BookUpdate>.data(Book(id: 1, title: "a")))
    #expect(controller.lines == ["first a"])
  }

  // row: `Warning.noEventListeners(event:)` came for progress, too
  @Test("an event without a listener is a warning that names it, and progress is none")
  func unheard() {
    engine.publish(event: Event<BookUpdate>.progress)
    #expect(errors.all.isEmpty)
    let event = Event<BookUpdate>.data(Book(id: 1, title: "a"))
    engine.publish(event: event)
    #expect(errors.all == ["\(Warning.noEventListeners(event: event))"])
  }

  // row: errors without an error handler were dropped
  @Test("without an error handler an engine prints errors to standard error, and goes on")
  func printedErrors() {
    engine.errorHandler = nil
    engine.use(handler: BookUpdateHandler())
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    controller.execute(command: update(""))
    controller.execute(command: update("a"))
    #expect(controller.lines == ["update failed: Offline()", "update a"])
  }

  // row: replaying events, an idea for later
  @Test("recorded events are replayed to the reactions")
  func replay() {
    engine.use(handler: BookUpdateHandler())
    let recorder = engine.record()
    controller.react(to: BookUpdate.self, with: controller.reaction("update"))
    controller.execute(command: update("a"))
    engine.replay(recorder.history)
    #expect(controller.lines == ["update a", "update a"])
  }

  @Test("the tools log, report errors, abort, fail and silence, with the handlers that they took")
  func tools() {
    let lines = Lines()
    let sink = LogSink { lines.add($0) }
    engine.use(handler: BookUpdateHandler())
    engine.pipeCommands(through: [
      LogCommandMiddleware { lines.add("\(type(of: $0))") },
      ErrorCommandMiddleware { command, error in lines.add("\(type(of: command)) \(error)") },
      AbortCommandMiddleware(commands: [BookList.self], sink: sink),
      FailCommandMiddleware(failures: [(Welcome.self, Offline())]),
    ])
    engine.pipeEvents(through: [
      LogEventMiddleware(handler: { lines.add("\($0)") }),
      ErrorEventMiddleware { _, error in lines.add("\(error)") },
      SilenceEventMiddleware(sink: sink),
    ])
    engine.execute(command: BookList())
    engine.execute(command: Welcome(name: "Ada"))
    engine.execute(command: update("a"))
    engine.pipeCommands(through: [SilenceCommandMiddleware(error: Offline(), sink: sink)])
    engine.execute(command: BookList())
    #expect(
      lines.all == [
        "BookList", #"aftermath: aborted command BookList(shelf: "all")"#, "Welcome", "Welcome Offline()",
        "Welcome error Offline()", "Offline()", "aftermath: silenced event Welcome error Offline()",
        "BookUpdate", "BookUpdate data a",
        "aftermath: silenced event BookUpdate data a",
        #"aftermath: silenced command BookList(shelf: "all")"#, "BookList error Offline()", "Offline()",
        "aftermath: silenced event BookList error Offline()",
      ])
  }

  @Test("the engine's error handler of the tools logs failures, warnings and errors")
  func errorHandler() {
    let lines = Lines()
    engine.errorHandler = EngineErrorHandler(sink: LogSink { lines.add($0) })
    engine.execute(command: BookList())
    #expect(lines.all.first?.hasPrefix("aftermath: warning: No handler is registered for `BookList`") == true)
  }

  // MARK: Deprecated names

  @Test("deprecated names do what they did")
  func deprecated() throws { try (self as any DeprecatedNames).checkNames() }

  // MARK: Tests

  @Test("a test asserts each command and each event of an engine once")
  func testStore() async throws {
    let engine = Engine(name: "tested")
    engine.use(handler: BookListHandler())
    controller.engine = engine
    controller.react(to: BookList.self, with: controller.reaction("books"))
    controller.next { (_: LoggedIn) in }
    let test = try EngineTest(engine)
    test.send(.command(BookList(shelf: "poems")))
    await test.receive(.event(Event<BookList>.progress))
    await test.receive(.event(Event<BookList>.data([Book(id: 1, title: "poems")])))
    test.perform("log in") { engine.post(fact: LoggedIn(name: "Ada")) }
    await test.finish()
  }
}

/// Registers a handler in code that is isolated to nothing.
nonisolated private func register(_ engine: Engine) {
  struct Handler: CommandHandler, Sendable {
    nonisolated func handle(command: Welcome) throws -> Event<Welcome> { .data("Hello \(command.name)") }
  }
  engine.use(handler: Handler())
}

/// The names that the compiler warns of, called where it does not.
@MainActor private protocol DeprecatedNames {
  func checkNames() throws
}

extension AftermathOriginalTests: DeprecatedNames {
  @available(*, deprecated)
  func checkNames() throws {
    #expect(Engine.sharedInstance === Engine.shared)
    #expect(BookUpdate.identifier == String(reflecting: BookUpdate.self))
    #expect(Event<BookUpdate>.identifier == BookUpdate.identifier)
    #expect(BookController.identifier.contains("BookController"))
    #expect(Event<BookUpdate>.progress.debugDescription == "BookUpdate progress")

    let wait: Reaction<Book>.Wait = {}
    let consume: Reaction<Book>.Consume = { _ in }
    let rescue: Reaction<Book>.Rescue = { _ in }
    _ = Reaction(wait: wait, consume: consume, rescue: rescue)

    // row: `Failure.commandDispatcherDeallocated`, `.eventDispatcherDeallocated`
    // row: `Failure.invalidCommandType`, `.invalidFactType`, `.invalidEventType`
    for failure: Failure in [
      .commandDispatcherDeallocated, .eventDispatcherDeallocated, .invalidCommandType, .invalidFactType,
      .invalidEventType,
    ] {
      #expect(failure.debugDescription == failure.description)
      #expect(failure != .engineInvalidated(engine: engine.name))
    }
    switch Failure.aborted(command: "BookList") {
    case .commandDispatcherDeallocated, .invalidCommandType: Issue.record("never thrown")
    default: break
    }

    let lines = Lines()
    // row: `compose(execute:)`, `compose(publish:)`
    let combination: ExecuteCombination = try Correction().compose { _ in lines.add("executed") }
    let composed: Execute = try combination { _ in lines.add("next") }
    try composed(update("teh"))
    try composed(update("the"))
    let publishing: PublishCombination = try Filter(lines: lines).compose { _ in }
    let published: Publish = try publishing { _ in lines.add("published") }
    try published(Event<BookUpdate>.error(Offline()))
    #expect(lines.all == ["executed", "next", "BookUpdate error Offline()", "published"])

    let handled = Lines()
    var log = LogCommandMiddleware()
    let handler: LogCommandMiddleware.Handler = { _ in handled.add("command") }
    log.handler = handler
    // row: `ErrorEventMiddleware` reported what middleware and reactions threw
    // row: `AsyncCommandMiddleware()`
    var failed = ErrorEventMiddleware()
    failed.handler = { _, error in handled.add("\(error)") }
    engine.use(handler: BookUpdateHandler())
    engine.pipeCommands(through: [log, AsyncCommandMiddleware()])
    engine.pipeCommands(through: [log])
    engine.pipeEvents(through: [
      failed, AbortEventMiddleware(events: [Event<BookUpdate>.self]),
      FailEventMiddleware(failures: [(event: Event<BookList>.self, error: Offline())]),
    ])
    engine.execute(command: update("a"))
    engine.publish(event: Event<BookList>.progress)
    #expect(handled.all == ["command", "Offline()"])
  }
}
