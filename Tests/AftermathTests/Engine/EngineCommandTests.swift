import Aftermath
import Testing

@MainActor
@Suite("Commands")
struct EngineCommandTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private struct Handler: CommandHandler {
    let name: String

    func handle(command: EngineBooks) throws -> Event<EngineBooks> { .data(["\(name) \(command.shelf)"]) }
  }

  @Test("a command's event has been reacted to when execute returns at home")
  func executes() {
    let view = EngineView(engine)
    engine.use(handler: Handler(name: "H"))
    view.watch(EngineBooks.self, "books")
    view.execute(command: EngineBooks(shelf: "a"))
    #expect(view.lines == ["books [\"H a\"]"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a second handler takes the place of the first, and is warned of")
  func secondHandler() throws {
    let view = EngineView(engine)
    view.watch(EngineBooks.self, "books")
    engine.use(handler: Handler(name: "first"))
    #expect(errors.texts.isEmpty)
    engine.use(handler: Handler(name: "second"))
    engine.execute(command: EngineBooks(shelf: "a"))
    #expect(view.lines == ["books [\"second a\"]"])
    #expect(errors.all.count == 1)
    guard case .duplicatedCommandHandler(let command, let handler)? = errors.all.first as? Warning else {
      Issue.record("another error: \(errors.texts)")
      return
    }
    #expect(ObjectIdentifier(command) == ObjectIdentifier(EngineBooks.self))
    #expect(handler == "Handler")
  }

  @Test("a handler that was disposed of carries out nothing, and another takes its place without a warning")
  func disposedHandler() {
    let view = EngineView(engine)
    view.watch(EngineBooks.self, "books")
    let token = engine.use(handler: Handler(name: "first"))
    #expect(token.isActive)
    #expect(engine.contains(EngineBooks.self))
    engine.dispose(token: token)
    #expect(!token.isActive)
    #expect(!engine.contains(EngineBooks.self))
    engine.execute(command: EngineBooks())
    #expect(view.lines.isEmpty)
    #expect(errors.all.count == 1)
    engine.use(handler: Handler(name: "second"))
    engine.execute(command: EngineBooks(shelf: "b"))
    #expect(view.lines == ["books [\"second b\"]"])
    #expect(errors.all.count == 1)
  }

  @Test("disposing of a handler that was replaced leaves the one in its place alone")
  func replacedHandlerDisposed() {
    let view = EngineView(engine)
    view.watch(EngineBooks.self, "books")
    let token = engine.use(handler: Handler(name: "first"))
    engine.use(handler: Handler(name: "second"))
    engine.dispose(token: token)
    engine.execute(command: EngineBooks(shelf: "b"))
    #expect(view.lines == ["books [\"second b\"]"])
  }

  @Test("an output may be a tuple")
  func tuple() async throws {
    let view = EngineView(engine)
    engine.use(EnginePair.self) { .data(($0.number, "two")) }
    view.react(
      to: EnginePair.self,
      { [unowned view] (number, name) in view.lines.append("\(number) \(name)") })
    view.execute(command: EnginePair(number: 2))
    #expect(view.lines == ["2 two"])
    let pair = try await engine.result(of: EnginePair(number: 3))
    #expect(pair == (3, "two"))
  }

  @Test("a command whose type is not known is carried out by the handler of its type")
  func existential() {
    let view = EngineView(engine)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineBooks.self, "books")
    view.watch(EngineCount.self, "count")
    let commands: [any AnyCommand] = [
      EngineCount(number: 1), EngineBooks(shelf: "a"), EngineCount(number: 2),
    ]
    for command in commands { view.execute(command: command) }
    #expect(view.lines == ["count 1", "books [\"a\"]", "count 2"])
  }

  @Test("commands of generic types are distinguished by their arguments")
  func generic() {
    struct Load<Feature>: Command { typealias Output = String }
    let view = EngineView(engine)
    engine.use(Load<Int>.self) { _ in .data("numbers") }
    engine.use(Load<String>.self) { _ in .data("texts") }
    view.watch(Load<Int>.self, "Int")
    view.watch(Load<String>.self, "String")
    view.execute(command: Load<String>())
    view.execute(command: Load<Int>())
    #expect(view.lines == ["String texts", "Int numbers"])
    #expect(errors.texts.isEmpty)
  }

  private struct Builder: CommandBuilder {
    let shelf: String?

    func buildCommand() throws -> any AnyCommand {
      guard let shelf else { throw EngineProblem(text: "no shelf") }
      return EngineBooks(shelf: shelf)
    }
  }

  @Test("the command that a builder makes is executed")
  func builder() {
    let view = EngineView(engine)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    view.watch(EngineBooks.self, "books")
    view.execute(builder: Builder(shelf: "built"))
    engine.execute(builder: Builder(shelf: "again"))
    #expect(view.lines == ["books [\"built\"]", "books [\"again\"]"])
  }

  @Test("what a builder throws is reported to the error handler, and nothing is executed")
  func builderThrows() {
    let view = EngineView(engine)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    view.watch(EngineBooks.self, "books")
    view.execute(builder: Builder(shelf: nil))
    #expect(view.lines.isEmpty)
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "no shelf")])
  }

  @Test("a command without a handler is a warning, and is not carried out later")
  func unhandled() {
    let view = EngineView(engine)
    view.watch(EngineBooks.self, "books")
    view.execute(command: EngineBooks())
    guard case .noCommandHandlers(let command)? = errors.all.first as? Warning else {
      Issue.record("another error: \(errors.texts)")
      return
    }
    #expect((command as? EngineBooks)?.shelf == "all")
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    #expect(view.lines.isEmpty)
    #expect(errors.all.count == 1)
  }
}
