import Aftermath
import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Eight threads")
struct EngineConcurrencyTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test(
    "what 8 threads post arrives in each thread's order, none lost, none twice", arguments: [false, true])
  func posts(throughMiddleware: Bool) async {
    struct Pass: EventMiddleware {
      func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
        try next(event)
      }
    }
    if throughMiddleware { engine.pipeEvents(through: [Pass()]) }
    let view = EngineView(engine)
    var seen = [[Int]](repeating: [], count: 8)
    view.next { (fact: EngineNews) in seen[fact.source].append(fact.number) }
    await engineThreads(8) { [engine] thread in
      for number in 0..<1_000 { engine.post(fact: EngineNews(number: number, source: thread)) }
    }
    await engine.run()
    #expect(seen == [[Int]](repeating: Array(0..<1_000), count: 8))
    #expect(errors.texts.isEmpty)
  }

  @Test("what 8 threads execute is carried out in each thread's order, none lost, none twice")
  func executes() async {
    var seen = [[Int]](repeating: [], count: 8)
    engine.use(EngineCount.self) { .data($0.number) }
    let view = EngineView(engine)
    view.react(to: EngineCount.self, { seen[$0 / 1_000].append($0 % 1_000) })
    await engineThreads(8) { [engine] thread in
      for number in 0..<1_000 { engine.execute(command: EngineCount(number: thread * 1_000 + number)) }
    }
    await engine.run()
    #expect(seen == [[Int]](repeating: Array(0..<1_000), count: 8))
  }

  @Test("an engine outlives everything that 8 threads do to it at once")
  func hammer() async {
    final class Guest: ReactionProducer, CommandProducer {
      let engine: Engine
      init(_ engine: Engine) { self.engine = engine }
    }
    let tokens = Locked<[DisposalToken]>([])
    let view = EngineView(engine)
    for _ in 0..<50 {
      let token = view.next { (_: EngineNews) in }
      tokens.withLock { $0.append(token) }
    }
    struct Work: AsyncCommandHandler {
      func handle(command: EngineBooks) async throws -> [String] {
        publish(data: ["early"])
        await letOthersRun()
        return [command.shelf]
      }
    }
    async let waiting = withTaskGroup(of: Bool.self) { [engine] group in
      for _ in 0..<200 {
        group.addTask { (try? await engine.result(of: EngineBooks())) != nil }
      }
      var count = 0
      for await _ in group { count += 1 }
      return count
    }
    await engineThreads(8) { [engine] thread in
      for number in 0..<300 {
        switch (thread, number % 30) {
        case (0, 29): engine.invalidate()
        case (1, 0): engine.use(handler: Work(), isolation: nil)
        case (2, 0): tokens.withLock { $0.popLast() }.map { engine.dispose(token: $0) }
        case (3, 0): engine.pipeEvents(through: [])
        case (4, 0): engine.cancel(EngineBooks.self)
        case (5, 0): _ = engine.events(of: EngineCount.self)
        case (6, 0): engine.replay(EventHistory([Event<EngineCount>.data(1)]))
        case (7, 0): _ = engine.record()
        case (1...4, _): engine.execute(command: EngineBooks())
        default: engine.post(fact: EngineNews(number: number, source: thread))
        }
        if number % 100 == 0 {
          let room = EngineRoom()
          Task { [engine] in
            await room.run { _ in
              let guest = Guest(engine)
              guest.react(to: EngineBooks.self, { _ in })
              guest.execute(command: EngineBooks(), reaction: Reaction())
              guest.disposeAll()
            }
          }
        }
      }
    }
    #expect(await waiting == 200)
    await engine.run()
    engine.invalidate()
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "count")
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["count 1"])
  }

  @Test("engines that end while others use them leave no caller waiting")
  func ends() async {
    struct Work: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int {
        publish(data: 0)
        return command.number
      }
    }
    for _ in 0..<30 {
      let box = Locked<Engine?>(Engine(name: "short", home: EngineRoom()))
      box.withLock { $0?.errorHandler = errors }
      _ = box.withLock { $0?.use(handler: Work(), isolation: nil) }
      await engineThreads(8) { thread in
        for number in 0..<20 {
          if thread == 0 && number == 10 {
            box.withLock { $0 = nil }
          } else {
            box.withLock { $0 }?.execute(command: EngineCount(number: number), isolation: nil)
          }
        }
      }
    }
  }
}
