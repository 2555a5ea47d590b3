import Aftermath
import Millrace
import Testing

/// A library that keeps the callbacks of its callers, and answers when a test says so.
private final class EngineCallbacks: Sendable {
  private let publishers = Locked<[Int: EventPublisher<EngineCount>]>([:])

  func keep(_ publisher: EventPublisher<EngineCount>, of number: Int) {
    publishers.withLock { $0[number] = publisher }
  }

  subscript(number: Int) -> EventPublisher<EngineCount>? { publishers.withLock { $0[number] } }

  func forget(_ number: Int) { publishers.withLock { _ = $0.removeValue(forKey: number) } }
}

private struct EngineCaller: CallbackCommandHandler {
  let callbacks: EngineCallbacks

  func handle(command: EngineCount, publisher: EventPublisher<EngineCount>) throws -> Event<EngineCount> {
    if command.number < 0 { throw EngineProblem(text: "negative") }
    callbacks.keep(publisher, of: command.number)
    return .progress
  }
}

private struct EngineGreeting: CallbackAction {
  typealias Output = String
  let name: String

  func handle(
    command: EngineGreeting, publisher: EventPublisher<EngineGreeting>
  ) throws -> Event<EngineGreeting> {
    publisher.wait()
    publisher.publish(data: "Hello \(name)")
    return .data("Bye \(name)")
  }
}

@MainActor
@Suite("Publishers of one execution")
struct EnginePublisherTests {
  private let engine = Engine(name: "publisher")
  private let errors = EngineErrors()
  private let callbacks = EngineCallbacks()
  private let view: EngineView

  init() {
    engine.errorHandler = errors
    engine.use(handler: EngineCaller(callbacks: callbacks))
    view = EngineView(engine)
  }

  @Test("each reaction receives the events of its own execution, in whatever order they are answered")
  func ownReaction() throws {
    let (first, second) = (EngineView(engine), EngineView(engine))
    first.execute(command: EngineCount(number: 1), reaction: first.reaction("one"))
    second.execute(command: EngineCount(number: 2), reaction: second.reaction("two"))
    first.execute(command: EngineCount(number: 3), reaction: first.reaction("three"))
    try #require(callbacks[2]).publish(data: 20)
    try #require(callbacks[3]).publish(error: EngineProblem(text: "late"))
    try #require(callbacks[1]).publish(data: 10)
    try #require(callbacks[1]).publish(data: 11)
    #expect(first.lines == ["one wait", "three wait", "three failed: late", "one 10", "one 11"])
    #expect(second.lines == ["two wait", "two 20"])
    #expect(errors.texts.isEmpty)
  }

  @Test("reactions to the type receive the events of all executions")
  func commonReaction() throws {
    view.watch(EngineCount.self, "all")
    let other = EngineView(engine)
    other.execute(command: EngineCount(number: 1), reaction: other.reaction("own"))
    engine.execute(command: EngineCount(number: 2))
    try #require(callbacks[2]).publish(data: 2)
    try #require(callbacks[1]).publish(data: 1)
    #expect(view.lines == ["all wait", "all wait", "all 2", "all 1"])
    #expect(other.lines == ["own wait", "own 1"])
  }

  @Test("an error of the handler, and what an asynchronous one publishes, go to their execution's reaction")
  func otherHandlers() async throws {
    view.execute(command: EngineCount(number: -1), reaction: view.reaction("count"))
    #expect(view.lines == ["count failed: negative"])
    struct Slow: AsyncCommandHandler {
      let doors: [EngineDoor]

      func handle(command: EngineCount) async throws -> Int {
        publish(data: command.number)
        await doors[command.number].pass()
        return command.number * 10
      }
    }
    view.lines = []
    let doors = [EngineDoor(), EngineDoor()]
    engine.use(handler: Slow(doors: doors))
    let other = EngineView(engine)
    view.execute(command: EngineCount(number: 0), reaction: view.reaction("zero"))
    other.execute(command: EngineCount(number: 1), reaction: other.reaction("one"))
    doors[1].open()
    await engineEventually { other.lines.count == 3 }
    doors[0].open()
    await engine.run()
    #expect(view.lines == ["zero wait", "zero 0", "zero 0"])
    #expect(other.lines == ["one wait", "one 1", "one 10"])
  }

  @Test("events of a handler without a publisher answer the executions in their order")
  func byHand() {
    let engine = Engine(name: "by hand")
    engine.errorHandler = errors
    engine.use(EngineCount.self) { _ in .progress }
    let view = EngineView(engine)
    let other = EngineView(engine)
    view.execute(command: EngineCount(number: 1), reaction: view.reaction("one"))
    other.execute(command: EngineCount(number: 2), reaction: other.reaction("two"))
    for number in 1...3 { engine.publish(event: Event<EngineCount>.data(number)) }
    #expect(view.lines == ["one wait", "one 1"])
    #expect(other.lines == ["two wait", "two 2", "two 3"])
    #expect(errors.texts.isEmpty)
  }

  @Test(
    "a reaction ends with its token, with its object, with all of its object's, and with the engine's reset")
  func ends() throws {
    let token = view.execute(command: EngineCount(number: 1), reaction: view.reaction("one"))
    view.dispose(token: token)
    #expect(!token.isActive)
    view.execute(command: EngineCount(number: 2), reaction: view.reaction("two"))
    view.disposeAll()
    var gone: EngineView? = EngineView(engine)
    let last = gone?.execute(command: EngineCount(number: 3), reaction: Reaction())
    gone = nil
    for number in 1...3 { try #require(callbacks[number]).publish(data: number) }
    #expect(view.lines == ["one wait", "two wait"])
    #expect(errors.all.count == 3, "no reaction is left")
    let reset = view.execute(command: EngineCount(number: 4), reaction: view.reaction("four"))
    engine.invalidate()
    #expect(!reset.isActive)
    try #require(callbacks[4]).publish(data: 4)
    #expect(view.lines.last == "four wait")
    _ = last
  }

  @Test("the reaction of an execution is released when no event of it can come any more")
  func released() throws {
    final class Guest {}
    weak var guest: Guest?
    do {
      let object = Guest()
      guest = object
      view.execute(
        command: EngineCount(number: 1), reaction: Reaction(consume: { _ in withExtendedLifetime(object) {} })
      )
    }
    try #require(callbacks[1]).publish(data: 1)
    #expect(guest != nil)
    callbacks.forget(1)
    engine.execute(command: EngineCount(number: 2))
    #expect(guest == nil)
  }

  @Test("a caller that waits for the result receives it, or an error when the last publisher is released")
  func result() async throws {
    let answered = EngineWaiter(engine, EngineCount(number: 1))
    let dropped = EngineWaiter(engine, EngineCount(number: 2))
    await engineEventually { callbacks[1] != nil && callbacks[2] != nil }
    try #require(callbacks[1]).publish(data: 10)
    callbacks.forget(2)
    await answered.task?.value
    await dropped.task?.value
    #expect(answered.text == "10")
    #expect(dropped.text == "aborted")
  }

  @Test("an action's publisher reaches the engine that executes the action, in order, before execute returns")
  func action() {
    view.watch(EngineGreeting.self, "greeting")
    view.execute(action: EngineGreeting(name: "Ada"))
    #expect(
      view.lines == ["greeting wait", "greeting Hello Ada", "greeting Bye Ada"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a handler is called in a test with a publisher of the test's engine")
  func handlerAlone() throws {
    view.watch(EngineCount.self, "count")
    let event = try EngineCaller(callbacks: callbacks).handle(
      command: EngineCount(number: 7), publisher: EventPublisher(engine: engine))
    #expect(event.inProgress)
    try #require(callbacks[7]).publish(data: 70)
    #expect(view.lines == ["count 70"])
  }

  @Test("a publisher does not keep its engine, and publishes nothing after it")
  func late() throws {
    weak var gone: Engine?
    let callbacks = EngineCallbacks()
    do {
      let engine = Engine(name: "short")
      gone = engine
      engine.use(handler: EngineCaller(callbacks: callbacks))
      engine.execute(command: EngineCount(number: 1))
    }
    #expect(gone == nil)
    try #require(callbacks[1]).publish(data: 1)
  }

  @Test("a callback on another thread, and a handler and a reaction on another actor, keep their execution")
  func elsewhere() async throws {
    let room = EngineRoom()
    await room.run { [engine] room in
      _ = engine.use(EngineCount.self) { command, publisher in
        room.preconditionIsolated()
        Task.detached {
          publisher.publish(data: command.number)
          publisher.publish(data: command.number * 10)
        }
        return .progress
      }
    }
    let other = EngineView(engine)
    view.execute(command: EngineCount(number: 1), reaction: view.reaction("one"))
    other.execute(command: EngineCount(number: 2), reaction: other.reaction("two"))
    await engineEventually { view.lines.count == 3 && other.lines.count == 3 }
    #expect(view.lines.sorted() == ["one 1", "one 10", "one wait"])
    #expect(other.lines.sorted() == ["two 2", "two 20", "two wait"])
    #expect(try await engine.result(of: EngineCount(number: 3)) == 3)
  }
}
