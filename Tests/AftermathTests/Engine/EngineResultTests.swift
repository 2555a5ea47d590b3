import Aftermath
import Testing

@MainActor
@Suite("One result")
struct EngineResultTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test("a synchronous handler answers the caller, and reactions are notified, too")
  func atOnce() async throws {
    let view = EngineView(engine)
    engine.use(EngineCount.self) { .data($0.number + 1) }
    view.watch(EngineCount.self, "count")
    #expect(try await engine.result(of: EngineCount(number: 1)) == 2)
    #expect(view.lines == ["count 2"])
  }

  @Test("a result needs no reaction")
  func alone() async throws {
    engine.use(EngineCount.self) { .data($0.number) }
    #expect(try await engine.result(of: EngineCount(number: 1)) == 1)
    #expect(errors.texts.isEmpty)
  }

  @Test("what a handler throws or returns as an error is thrown")
  func throwing() async throws {
    engine.use(EngineCount.self) {
      if $0.number == 1 { throw EngineProblem(text: "thrown") }
      return .error(EngineProblem(text: "returned"))
    }
    await #expect(throws: EngineProblem(text: "thrown")) {
      try await engine.result(of: EngineCount(number: 1))
    }
    await #expect(throws: EngineProblem(text: "returned")) {
      try await engine.result(of: EngineCount(number: 2))
    }
  }

  @Test("a handler that publishes by hand answers those who wait, the oldest first")
  func byHand() async throws {
    engine.use(EngineCount.self) { _ in .progress }
    let first = EngineWaiter(engine, EngineCount(number: 1))
    try await settle(1)
    let second = EngineWaiter(engine, EngineCount(number: 2))
    try await settle(1)
    engine.publish(event: Event<EngineCount>.progress)
    engine.publish(event: Event<EngineCount>.data(10))
    #expect(await first.answer() == "10")
    #expect(second.text == nil)
    engine.publish(event: Event<EngineCount>.error(EngineProblem(text: "late")))
    #expect(await second.answer() == "late")
    #expect(errors.texts.isEmpty)
  }

  @Test("a caller that waits no longer is skipped")
  func byHandCancelled() async throws {
    engine.use(EngineCount.self) { _ in .progress }
    let first = EngineWaiter(engine, EngineCount(number: 1))
    try await settle(1)
    let second = EngineWaiter(engine, EngineCount(number: 2))
    try await settle(1)
    first.task?.cancel()
    #expect(await first.answer() == "cancelled")
    engine.publish(event: Event<EngineCount>.data(10))
    #expect(await second.answer() == "10")
  }

  @Test("a handler that publishes while it handles, and returns progress, has answered")
  func byHandWithin() async throws {
    engine.use(EngineCount.self) { [unowned engine] command in
      engine.publish(event: Event<EngineCount>.data(command.number))
      return .progress
    }
    #expect(try await engine.result(of: EngineCount(number: 4)) == 4)
  }

  @Test(
    "so does one on another actor: what it publishes later answers, and what it published before it returned")
  func byHandElsewhere() async throws {
    let room = EngineRoom()
    _ = await room.run { [engine] _ in
      engine.use(EngineCount.self) { command in
        if command.number == 1 { engine.publish(event: Event<EngineCount>.data(-1)) }
        return .progress
      }
    }
    #expect(try await engine.result(of: EngineCount(number: 1)) == -1)
    let view = EngineView(engine)
    let progress = engine.events(of: EngineCount.self)
    view.watch(EngineCount.self, "count")
    let waiter = EngineWaiter(engine, EngineCount(number: 2))
    for await case .progress in progress { break }
    await engine.run()
    #expect(waiter.text == nil)
    engine.publish(event: Event<EngineCount>.data(5))
    #expect(await waiter.answer() == "5")
  }

  @Test("an asynchronous handler answers with what it returns, not with what it publishes on the way")
  func asynchronous() async throws {
    struct Handler: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int {
        publish(data: -1)
        publish(error: EngineProblem(text: "on the way"))
        if command.number == 2 { throw EngineProblem(text: "thrown") }
        return command.number
      }
    }
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.use(handler: Handler())
    #expect(try await engine.result(of: EngineCount(number: 1)) == 1)
    #expect(view.lines == ["count wait", "count -1", "count failed: on the way", "count 1"])
    await #expect(throws: EngineProblem(text: "thrown")) {
      try await engine.result(of: EngineCount(number: 2))
    }
  }

  @Test("each of many waiting callers is answered for its own command")
  func many() async throws {
    struct Handler: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int { command.number * 2 }
    }
    engine.use(handler: Handler())
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { [engine] in (try? await engine.result(of: EngineCount(number: number))) != number * 2
        }
      }
      var wrong = 0
      for await isWrong in group where isWrong { wrong += 1 }
      return wrong
    }
    #expect(wrong == 0)
  }

  @Test("without a handler the warning is thrown, and reported")
  func unhandled() async {
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "no handler")
    #expect(errors.all.count == 1)
  }

  /// Returns when this many executions have had their turns.
  private func settle(_ count: Int) async throws {
    let begun = EngineLog()
    let token = try engine.flow().tap { record in
      if case .publish(let event, _, _)? = record.message as? EngineMessage, event.inProgress {
        begun.add("")
      }
    }
    await engineEventually { begun.lines.count >= count }
    token.cancel()
  }
}
