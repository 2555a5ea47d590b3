import Aftermath
import Testing

@MainActor
@Suite("Handlers")
struct EngineHandlerTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  /// Publishes by hand, isolated to nothing.
  private struct Printer: CommandHandler {
    unowned let engine: Engine

    func handle(command: EngineCount) throws -> Event<EngineCount> {
      publish(data: command.number)
      return .progress
    }
  }

  /// Publishes by hand, on the main actor.
  @MainActor
  private final class Press: CommandHandler {
    unowned let engine: Engine

    init(_ engine: Engine) { self.engine = engine }

    func handle(command: EngineCount) throws -> Event<EngineCount> {
      publish(data: command.number)
      return .data(command.number + 1)
    }
  }

  @Test("what a handler publishes at home while it handles comes before what it returns")
  func publishesBeforeReturning() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(handler: Press(engine))
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["count 1", "count 2"])
  }

  @Test("wait, publish(data:), publish(error:) and publish(event:) are events, at home at once")
  func publishes() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    let handler = Printer(engine: engine)
    engine.use(handler: handler)
    handler.wait()
    handler.publish(data: 1)
    handler.publish(error: EngineProblem(text: "late"))
    handler.publish(event: .data(2))
    #expect(view.lines == ["count wait", "count 1", "count failed: late", "count 2"])
    #expect(engine.contains(EngineCount.self))
    #expect(errors.texts.isEmpty)
  }

  @Test("they come from any thread, in the order of that thread")
  func publishesFromThread() async {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(handler: Printer(engine: engine))
    await engineThreads(1) { [engine] _ in
      let handler = Printer(engine: engine)
      handler.wait()
      handler.publish(data: 1)
      handler.publish(error: EngineProblem(text: "late"))
      handler.publish(event: .data(2))
    }
    await engine.run()
    #expect(view.lines == ["count wait", "count 1", "count failed: late", "count 2"])
  }

  @Test("a thrown error becomes an error event, and is reported to the error handler")
  func throwing() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(EngineCount.self) { _ in throw EngineProblem(text: "no number") }
    engine.execute(command: EngineCount())
    #expect(view.lines == ["count failed: no number"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "no number")])
  }

  @Test("an error that is published is not reported to the error handler when there is a reaction to it")
  func publishedError() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(EngineCount.self) { _ in .error(EngineProblem(text: "known")) }
    engine.execute(command: EngineCount())
    #expect(view.lines == ["count failed: known"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a handler is called in the isolation that it was registered in")
  func isolation() async {
    let log = EngineLog()
    engine.use(EngineCount.self) {
      MainActor.assertIsolated()
      log.add("\($0.number)")
      return .progress
    }
    await engineThreads(1) { [engine] _ in engine.execute(command: EngineCount(number: 4)) }
    await engine.run()
    #expect(log.lines == ["4"])
  }

  @Test("a handler that names its engine without keeping it leaves no cycle")
  func noCycle() async {
    weak var gone: Engine?
    do {
      let engine = Engine(name: "short")
      engine.use(handler: Printer(engine: engine))
      let view = EngineView(engine)
      view.watch(EngineCount.self, "count")
      view.execute(command: EngineCount(number: 1))
      await engine.run()
      #expect(view.lines.sorted() == ["count 1", "count wait"])
      gone = engine
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test("a handler that publishes to an engine that it is not registered on is warned of")
  func foreignHandler() async {
    let other = Engine(name: "other")
    let otherErrors = EngineErrors()
    other.errorHandler = otherErrors
    other.use(handler: Printer(engine: engine))
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    other.execute(command: EngineCount(number: 3))
    await engine.run()
    guard case .foreignHandler(let handler, let event)? = errors.all.first as? Warning else {
      Issue.record("another error: \(errors.texts)")
      return
    }
    #expect(handler == "Printer")
    #expect(event.result as? Int == 3)
    #expect(errors.all.count == 1)
    #expect(otherErrors.texts.isEmpty)
    #expect(view.lines == ["count 3"])
  }
}
