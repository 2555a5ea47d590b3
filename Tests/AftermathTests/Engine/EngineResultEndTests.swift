import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("A result that does not come")
struct EngineResultEndTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private struct Nothing: CommandMiddleware, EventMiddleware {
    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {}
    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {}
  }

  @Test("a command or an event that middleware, a gate or a queue drops is aborted")
  func aborted() async throws {
    engine.use(EngineCount.self) { .data($0.number) }
    engine.pipeCommands(through: [Nothing()])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeCommands(through: [])
    engine.pipeEvents(through: [Nothing()])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeEvents(through: [])
    let gate = try engine.flow().gate("shut") { _ in .drop }
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    gate.cancel()
    engine.pipeCommands(through: [AsyncCommandMiddleware { _, _ in nil }])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeCommands(through: [])
    engine.pipeEvents(through: [AsyncEventMiddleware { _, _ in nil }])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    #expect(errors.texts.isEmpty)
  }

  private struct Waiting: AsyncCommandHandler {
    let door = EngineDoor()
    let clock = ManualClock()
    let log = EngineLog()

    func handle(command: EngineCount) async throws -> Int {
      log.add("begin \(command.number)")
      if command.number < 0 { await door.pass() } else { try await clock.sleep(for: .seconds(1)) }
      log.add("end \(command.number)")
      return command.number
    }
  }

  @Test("one that finds an exhausting queue busy is aborted; the one before is answered")
  func exhausted() async {
    let handler = Waiting()
    engine.use(handler: handler, in: .exhaust("one"))
    let first = EngineWaiter(engine, EngineCount(number: 1))
    await handler.clock.waitForSleepers(count: 1)
    #expect(await EngineWaiter(engine, EngineCount(number: 2)).answer() == "aborted")
    handler.clock.jump(by: .seconds(1))
    #expect(await first.answer() == "1")
  }

  @Test("middleware that answers a command with another answers with nothing for the first")
  func replaced() async {
    struct Replace: CommandMiddleware {
      func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
        try next(EngineBooks())
      }
    }
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    engine.pipeCommands(through: [Replace()])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
  }

  @Test("a cancelled task waits no more, and the handler that works for it is cancelled, but no other")
  func cancelled() async {
    let handler = Waiting()
    engine.use(handler: handler)
    let first = EngineWaiter(engine, EngineCount(number: 1))
    let second = EngineWaiter(engine, EngineCount(number: 2))
    await handler.clock.waitForSleepers(count: 2)
    first.task?.cancel()
    #expect(await first.answer() == "cancelled")
    await engineEventually { handler.clock.sleepers.count == 1 }
    handler.clock.jump(by: .seconds(1))
    #expect(await second.answer() == "2")
    #expect(!handler.log.lines.contains("end 1"))
  }

  @Test("a task that was cancelled before executes nothing")
  func cancelledBefore() async {
    let log = EngineLog()
    engine.use(EngineCount.self) {
      log.add("\($0.number)")
      return .data(1)
    }
    let task = Task { [engine] in
      await engineEventually { Task.isCancelled }
      return try await engine.result(of: EngineCount())
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await engine.run()
    #expect(log.lines.isEmpty)
  }

  @Test("a task that is cancelled while its command stands in line has no handler work for it")
  func cancelledInLine() async throws {
    let handler = Waiting()
    engine.use(handler: handler)
    let flow = try engine.flow()
    let lock = flow.lock("wait")
    let waiter = EngineWaiter(engine, EngineCount(number: -1))
    await engineEventually { flow.waitingCount == 1 }
    waiter.task?.cancel()
    #expect(await waiter.answer() == "cancelled")
    await engineEventually { flow.waitingCount == 2 }
    lock.release()
    handler.door.open()
    await engine.run()
    #expect(handler.log.lines.isEmpty)
  }

  @Test("a waiting caller is notified when the engine is invalidated: by hand, at work, and in the queue")
  func invalidated() async throws {
    let handler = Waiting()
    engine.use(handler: handler)
    engine.use(EngineBooks.self) { _ in .progress }
    let byHand = EngineWaiter(engine, EngineBooks())
    let atWork = EngineWaiter(engine, EngineCount(number: 1))
    await handler.clock.waitForSleepers(count: 1)
    let flow = try engine.flow()
    let lock = flow.lock("wait")
    let inLine = EngineWaiter(engine, EngineCount(number: 2))
    await engineEventually { flow.waitingCount == 1 }
    engine.invalidate()
    lock.release()
    #expect(await byHand.answer() == "invalidated")
    #expect(await atWork.answer() == "invalidated")
    #expect(await inLine.answer() == "invalidated")
    #expect(handler.log.lines == ["begin 1"])
  }

  @Test(
    "a caller that waits for work without checks for cancellation is notified at once",
    arguments: [true, false])
  func stubborn(isInvalidated: Bool) async {
    let handler = Waiting()
    var short: Engine? = Engine(name: "short")
    short?.use(handler: handler)
    let waiter = short.map { EngineWaiter($0, EngineCount(number: -1)) }
    await engineEventually { handler.door.waiterCount == 1 }
    if isInvalidated { short?.invalidate() }
    weak let gone = short
    short = nil
    // The task that waits holds the engine as long as it waits.
    if !isInvalidated { gone?.invalidate() }
    #expect(await waiter?.answer() == "invalidated")
    handler.door.open()
    await engineEventually { gone == nil }
  }
}
