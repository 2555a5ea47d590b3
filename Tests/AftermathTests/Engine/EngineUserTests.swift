import Aftermath
import Testing

private struct EngineUserOfNone: CommandProducer, FactProducer, ReactionProducer {}
private struct EngineUserOfVariable: CommandProducer { var engine: Engine }
private struct EngineUserOfImplicit: CommandProducer, FactProducer { var engine: Engine! }
private final class EngineUserOfWeak: CommandProducer, ReactionProducer { weak var engine: Engine? }

private struct EngineUserOfComputed: CommandProducer {
  let name: Engine
  var engine: Engine { name }
}

/// A handler with an engine that it does not own.
private final class EngineUserPrinter: CommandHandler {
  weak var engine: Engine?

  func handle(command: EngineCount) throws -> Event<EngineCount> {
    publish(data: command.number)
    return .progress
  }
}

/// A controller that receives its engine after its initialiser, on the main actor.
@MainActor
private final class EngineUserController: @MainActor CommandProducer, @MainActor ReactionProducer,
  @MainActor FactProducer
{
  var engine: Engine!
  var lines: [String] = []

  func start() {
    react(to: EngineCount.self) { [weak self] in self?.lines.append("count \($0)") }
    next { [weak self] (news: EngineNews) in self?.lines.append("news \(news.number)") }
  }

  func load() {
    execute(command: EngineCount(number: 1))
    execute(
      command: EngineCount(number: 2),
      reaction: Reaction(consume: { [weak self] in self?.lines.append("own \($0)") }))
    post(fact: EngineNews(number: 3))
  }
}

@MainActor
@Suite("The engine of a producer or a handler", .serialized)
struct EngineUserTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()
  private let view: EngineView

  init() {
    engine.errorHandler = errors
    engine.use(EngineCount.self) { .data($0.number) }
    view = EngineView(engine)
    view.watch(EngineCount.self, "count")
  }

  @Test("may be a variable, computed, weak, optional or implicitly unwrapped")
  func kinds() {
    EngineUserOfVariable(engine: engine).execute(command: EngineCount(number: 1))
    EngineUserOfComputed(name: engine).execute(command: EngineCount(number: 2))
    EngineUserOfImplicit(engine: engine).execute(command: EngineCount(number: 3))
    let weak = EngineUserOfWeak()
    weak.engine = engine
    weak.execute(command: EngineCount(number: 4))
    #expect(view.lines == ["count 1", "count 2", "count 3", "count 4"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a controller on the main actor has an implicitly unwrapped one")
  func controller() {
    let controller = EngineUserController()
    controller.engine = engine
    controller.start()
    controller.load()
    #expect(controller.lines == ["count 1", "own 2", "count 2", "news 3"])
    controller.disposeAll()
    controller.execute(command: EngineCount(number: 5))
    #expect(controller.lines.count == 4)
  }

  @Test("a handler publishes to an optional one")
  func handler() {
    let printer = EngineUserPrinter()
    printer.engine = engine
    engine.dispose(token: engine.use(handler: printer))
    engine.use(handler: printer)
    engine.execute(command: EngineCount(number: 7))
    #expect(view.lines == ["count 7", "count wait"])
  }

  @Test("is the same for generic code, and the shared one without a property")
  func generic() {
    func engine(of user: some EngineUser) -> Engine { user.engine }
    #expect(engine(of: EngineUserOfImplicit(engine: self.engine)) === self.engine)
    #expect(engine(of: EngineUserOfVariable(engine: self.engine)) === self.engine)
    #expect(engine(of: EngineUserOfNone()) === Engine.shared)
    #expect(EngineUserOfNone().engine === Engine.shared)
    func optionalEngine(of user: some EngineUser) -> Engine? { user.engine }
    #expect(optionalEngine(of: EngineUserOfNone()) === Engine.shared)
    #expect(optionalEngine(of: EngineUserOfVariable(engine: self.engine)) === self.engine)
    let optional: Engine? = EngineUserOfNone().engine
    #expect(optional === Engine.shared)
  }

  @Test("while it is nil, calls do nothing and are reported to the shared engine")
  func missing() {
    let heard = EngineErrors()
    let handler = Engine.shared.errorHandler
    Engine.shared.errorHandler = heard
    defer { Engine.shared.errorHandler = handler }
    let user = EngineUserOfImplicit()
    user.execute(command: EngineCount(number: 1))
    user.post(fact: EngineNews())
    let reader = EngineUserOfWeak()
    let token = reader.react(to: EngineCount.self) { _ in }
    #expect(!token.isActive)
    reader.dispose(token: token)
    reader.disposeAll()
    #expect(
      heard.all.compactMap { $0 as? Failure } == [
        .noEngine(user: "EngineUserOfImplicit"), .noEngine(user: "EngineUserOfImplicit"),
        .noEngine(user: "EngineUserOfWeak"),
      ])
    #expect(
      "\(Failure.noEngine(user: "BookController"))" == """
        A call of `BookController` has reached no engine, because its property `engine` is nil; assign an engine \
        before it is used.
        """)
  }
}
