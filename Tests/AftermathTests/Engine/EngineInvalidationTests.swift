import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("An engine that is invalidated")
struct EngineInvalidationTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test("by a reaction: later reactions to the event are not notified any more")
  func byReaction() {
    let view = EngineView(engine)
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "first")
    view.react(
      to: EngineCount.self,
      { [unowned view] _ in
        view.lines.append("invalidates")
        view.engine.invalidate()
      })
    let token = view.watch(EngineCount.self, "last")
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["first 1", "invalidates"])
    #expect(!token.isActive)
    #expect(!engine.contains(EngineCount.self))
    #expect(errors.texts.isEmpty)
  }

  @Test("what is published behind it in line is lost without a warning")
  func inLine() {
    let view = EngineView(engine)
    view.next { [unowned view] (fact: EngineNews) in
      view.lines.append("fact \(fact.number)")
      if fact.number == 1 {
        view.post(fact: EngineNews(number: 2))
        view.engine.invalidate()
      }
    }
    engine.post(fact: EngineNews(number: 1))
    #expect(view.lines == ["fact 1"])
    #expect(errors.texts.isEmpty)
    engine.post(fact: EngineNews(number: 3))
    #expect(errors.all.count == 1)
  }

  private struct Invalidating: CommandMiddleware, EventMiddleware {
    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
      try next(command)
    }
    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
      invalidate()
      try next(event)
    }
    let invalidate: @Sendable () -> Void
  }

  @Test("by middleware: its event reaches no reaction, and middleware stays")
  func byMiddleware() {
    let view = EngineView(engine)
    let log = EngineLog()
    engine.pipeEvents(through: [
      Invalidating { [unowned engine] in
        log.add("asked")
        MainActor.assumeIsolated { engine.invalidate() }
      }
    ])
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    engine.post(fact: EngineNews(number: 1))
    engine.post(fact: EngineNews(number: 2))
    #expect(view.lines.isEmpty)
    #expect(log.lines == ["asked", "asked"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a gate that lets no invalidation pass does not silence the warnings of what comes later")
  func gated() throws {
    let gate = try engine.flow().gate("deaf") { passage in
      if case .cancelAll? = passage.message as? EngineMessage { .drop } else { .pass }
    }
    engine.invalidate()
    engine.publish(event: Event<EngineCount>.data(1))
    #expect(errors.all.count == 1)
    gate.cancel()
  }

  @Test("from another thread: soon")
  func fromThread() async {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(EngineCount.self) { .data($0.number) }
    await engineThreads(1) { [engine] _ in engine.invalidate() }
    await engine.run()
    #expect(!engine.contains(EngineCount.self))
    engine.publish(event: Event<EngineCount>.data(1))
    #expect(view.lines.isEmpty)
    #expect(errors.all.count == 1)
  }

  @Test("in the middle of an event, from another thread: the event reaches all reactions or some of them")
  func fromThreadWithin() async {
    let view = EngineView(engine)
    let begun = EngineDoor()
    view.react(to: EngineCount.self, { _ in begun.open() })
    for index in 0..<100 { view.watch(EngineCount.self, "\(index)") }
    async let invalidated: Void = Task.detached { [engine] in
      await begun.pass()
      engine.invalidate()
    }.value
    engine.publish(event: Event<EngineCount>.data(1))
    await invalidated
    await engine.run()
    #expect(view.lines == (0..<100).map { "\($0) 1" })
    engine.publish(event: Event<EngineCount>.data(2))
    #expect(view.lines.count == 100)
  }

  @Test("work that is under way is cancelled, and what it still publishes is dropped")
  func cancelsWork() async {
    struct Handler: AsyncCommandHandler {
      let clock = ManualClock()
      let log = EngineLog()
      func handle(command: EngineCount) async throws -> Int {
        do { try await clock.sleep(for: .seconds(1)) } catch { log.add("cancelled") }
        publish(data: -1)
        return 1
      }
    }
    let handler = Handler()
    engine.use(handler: handler)
    engine.execute(command: EngineCount())
    await handler.clock.waitForSleepers(count: 1)
    engine.invalidate()
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    await engineEventually { handler.log.lines == ["cancelled"] }
    await engine.run()
    #expect(view.lines.isEmpty)
  }

  @Test("it is used again at once, in the same turn or after it", arguments: [true, false])
  func anew(inTurn: Bool) {
    let view = EngineView(engine)
    let start = { [unowned view, engine] in
      engine.invalidate()
      engine.use(EngineCount.self) { .data($0.number * 10) }
      view.watch(EngineCount.self, "new")
      engine.execute(command: EngineCount(number: 1))
    }
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "old")
    view.next { (_: EngineNews) in start() }
    if inTurn { engine.post(fact: EngineNews()) } else { start() }
    #expect(view.lines == ["new 10"])
    #expect(errors.texts.isEmpty)
    engine.publish(event: Event<EngineBooks>.data([]))
    #expect(errors.all.count == 1)
  }

  @Test("asynchronous work begun again in the same turn is not cancelled by it")
  func anewAsynchronous() async {
    struct Handler: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int { 5 }
    }
    let view = EngineView(engine)
    view.next { [unowned view] (_: EngineNews) in
      view.engine.invalidate()
      view.engine.use(handler: Handler())
      view.watch(EngineCount.self, "new")
      view.execute(command: EngineCount())
    }
    engine.post(fact: EngineNews())
    await engine.run()
    #expect(view.lines == ["new wait", "new 5"])
  }
}
