import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("Middleware that waits")
struct EngineAsyncMiddlewareTests {
  private let clock = ManualClock()
  private let engine: Engine
  private let errors = EngineErrors()
  private let view: EngineView

  init() {
    engine = Engine(name: "test", environment: StoreEnvironment(clock: clock), home: MainActor.shared)
    view = EngineView(engine)
    engine.errorHandler = errors
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "count")
  }

  private struct Pass: CommandMiddleware {
    let log: EngineLog
    let name: String

    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
      log.add("\(name) \((command as? EngineCount)?.number ?? -1)")
      try next(command)
    }
  }

  @Test("commands wait side by side, on the environment's clock, each as long as it has to")
  func commands() async {
    let log = EngineLog()
    engine.pipeCommands(through: [
      Pass(log: log, name: "outer"),
      AsyncCommandMiddleware { command, environment in
        let seconds = (command as? EngineCount)?.number ?? 0
        try await environment.clock.sleep(for: .seconds(seconds))
        return command
      },
      Pass(log: log, name: "inner"),
    ])
    for number in [2, 1] { engine.execute(command: EngineCount(number: number)) }
    await clock.waitForSleepers(count: 2)
    #expect(log.lines == ["outer 2", "outer 1"])
    #expect(view.lines.isEmpty)
    clock.jump(by: .seconds(1))
    await engineEventually { !view.lines.isEmpty }
    #expect(view.lines == ["count 1"])
    clock.jump(by: .seconds(1))
    await engine.run()
    #expect(view.lines == ["count 1", "count 2"])
    #expect(log.lines == ["outer 2", "outer 1", "inner 1", "inner 2"])
  }

  @Test("a command is changed, dropped, or fails while it waits")
  func outcomes() async {
    engine.pipeCommands(through: [
      AsyncCommandMiddleware { command, _ in
        switch (command as? EngineCount)?.number {
        case 1: return EngineCount(number: 10)
        case 2: return nil
        case 3: throw EngineProblem(text: "expired")
        default: return command
        }
      }
    ])
    engine.execute(command: EngineCount(number: 1))
    await engine.run()
    engine.execute(command: EngineCount(number: 2))
    await engine.run()
    engine.execute(command: EngineCount(number: 3))
    await engine.run()
    #expect(view.lines == ["count 10", "count failed: expired"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "expired")])
  }

  @Test("events wait in the order they were published, however long each has to")
  func events() async {
    engine.pipeEvents(through: [
      AsyncEventMiddleware { event, environment in
        try await environment.clock.sleep(for: .seconds(event.result as? Int ?? 0))
        return event
      }
    ])
    for number in [3, 1] { engine.execute(command: EngineCount(number: number)) }
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers.count == 1)
    clock.jump(by: .seconds(3))
    await clock.waitForSleepers(count: 1)
    #expect(view.lines == ["count 3"])
    clock.jump(by: .seconds(1))
    await engine.run()
    #expect(view.lines == ["count 3", "count 1"])
  }

  @Test("an event is changed, dropped, or fails while it waits")
  func eventOutcomes() async {
    engine.pipeEvents(through: [
      AsyncEventMiddleware { event, _ in
        switch event.result as? Int {
        case 1: return Event<EngineCount>.data(10)
        case 2: return nil
        case 3: throw EngineProblem(text: "unreadable")
        default: return event
        }
      }
    ])
    for number in 1...4 { engine.execute(command: EngineCount(number: number)) }
    await engine.run()
    #expect(view.lines == ["count 10", "count failed: unreadable", "count 4"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "unreadable")])
  }

  @Test(
    "a handler in a queue and waiting events do not stand in each other's way, whatever the queue is called")
  func queues() async {
    struct Handler: AsyncCommandHandler {
      let door: EngineDoor
      func handle(command: EngineBooks) async throws -> [String] {
        publish(data: ["early"])
        await door.pass()
        return ["late"]
      }
    }
    let door = EngineDoor()
    engine.pipeEvents(through: [AsyncEventMiddleware { event, _ in event }])
    engine.use(handler: Handler(door: door), in: .concat(EffectID(0)))
    view.watch(EngineBooks.self, "books")
    engine.execute(command: EngineBooks())
    await engineEventually { view.lines.contains("books [\"early\"]") }
    #expect(view.lines == ["books wait", "books [\"early\"]"])
    door.open()
    await engine.run()
    #expect(view.lines.last == "books [\"late\"]")
  }

  @Test("what waits ends with the engine, and when the engine is invalidated", arguments: [true, false])
  func ends(isInvalidated: Bool) async {
    var short: Engine? = Engine(name: "short", environment: StoreEnvironment(clock: clock))
    short?.errorHandler = errors
    short?.pipeCommands(through: [
      AsyncCommandMiddleware { command, environment in
        try await environment.clock.sleep(for: .seconds(1))
        return command
      }
    ])
    short?.execute(command: EngineCount(number: 1))
    await clock.waitForSleepers(count: 1)
    if isInvalidated { short?.invalidate() } else { short = nil }
    await engineEventually { clock.sleepers.isEmpty }
    clock.jump(by: .seconds(5))
    await short?.run()
    #expect(errors.texts.isEmpty)
  }
}
