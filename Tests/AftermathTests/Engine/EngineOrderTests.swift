import Aftermath
import MillraceTesting
import Testing

/// The order of what is not isolated, and what becomes of what comes too late.
@MainActor
@Suite("What is not isolated")
struct EngineOrderTests {
  let engine = Engine(name: "order")
  let errors = EngineErrors()
  let view: EngineView

  init() {
    engine.errorHandler = errors
    view = EngineView(engine)
    view.watch(EngineCount.self, "count")
  }

  /// A struct like most, isolated to nothing.
  private struct Talker: CommandHandler {
    unowned let engine: Engine

    func handle(command: EngineCount) throws -> Event<EngineCount> {
      publish(data: 1)
      publish(data: 2)
      return .data(3)
    }
  }

  private struct Reporter: FactProducer {
    unowned let engine: Engine

    func tell(_ number: Int) { post(fact: EngineNews(number: number)) }
  }

  @Test("a handler's events come in the order in which it publishes them, and all before execute returns")
  func handler() throws {
    engine.use(handler: Talker(engine: engine))
    view.execute(command: EngineCount())
    #expect(view.lines == ["count 1", "count 2", "count 3"])
    let tap = try engine.flow().tap { _ in }
    view.execute(command: EngineCount())
    #expect(view.lines.suffix(3) == ["count 1", "count 2", "count 3"])
    tap.cancel()
  }

  @Test("what is posted inside of a reaction keeps its place among what the reaction executes")
  func reaction() {
    let reporter = Reporter(engine: engine)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    view.next { [unowned view] (news: EngineNews) in view.lines.append("news \(news.number)") }
    view.watch(EngineBooks.self, "books")
    view.react(to: EngineCount.self) { [unowned view] _ in
      reporter.tell(1)
      view.execute(command: EngineBooks(shelf: "a"))
      reporter.tell(2)
    }
    engine.publish(event: Event<EngineCount>.data(0))
    #expect(view.lines == ["count 0", "news 1", "news 2", #"books ["a"]"#])
  }

  @Test("events posted before an invalidation from another thread are still published")
  func invalidation() async {
    await engineThreads(1) { [engine] _ in
      engine.publish(event: Event<EngineCount>.data(1))
      engine.invalidate()
      engine.publish(event: Event<EngineCount>.data(2))
    }
    await engine.run()
    #expect(view.lines == ["count 1"])
    #expect(errors.all.count == 1)
  }

  @Test("the error of a command that middleware has put in place of another is an event of that one")
  func replaced() {
    struct Other: CommandMiddleware {
      func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
        try next(command is EngineBooks ? EngineCount(number: 1) : command)
      }
    }
    engine.pipeCommands(through: [Other()])
    engine.use(EngineCount.self) { _ in throw EngineProblem(text: "no") }
    view.watch(EngineBooks.self, "books")
    view.execute(command: EngineBooks())
    #expect(view.lines == ["count failed: no"])
  }

  @Test("a task that a handler has begun by itself publishes nothing once the handler is cancelled")
  func lateTask() async {
    let door = EngineDoor()
    let begun = EngineDoor()
    let over = EngineDoor()
    struct Handler: AsyncCommandHandler {
      let door: EngineDoor
      let begun: EngineDoor
      let over: EngineDoor

      func handle(command: EngineCount) async throws -> Int {
        Task {
          await door.pass()
          publish(data: 7)
          over.open()
        }
        begun.open()
        await door.pass()
        return 8
      }
    }
    engine.use(handler: Handler(door: door, begun: begun, over: over))
    engine.execute(command: EngineCount())
    await begun.pass()
    engine.cancel(EngineCount.self)
    door.open()
    await over.pass()
    await engine.run()
    #expect(view.lines == ["count wait"])
  }
}
