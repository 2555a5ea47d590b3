import Aftermath
import Millrace
import RecordFixture
import Synchronization
import Testing

/// Calls inside of each other, on a stack of 512 kB.
@Suite("Much middleware and many engines")
struct EngineDepthTests {
  private struct Pass: CommandMiddleware, EventMiddleware {
    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
      try next(command)
    }

    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
      try next(event)
    }
  }

  @Test(
    "20,000 pieces of middleware are an error of the command or the event, and 100 are none",
    arguments: [100, 20_000])
  func middleware(_ count: Int) async {
    let home = SmallStackHome()
    await home.run { home in
      let engine = Engine(name: "deep", home: home)
      let errors = EngineErrors()
      engine.errorHandler = errors
      engine.use(EngineCount.self) { .data($0.number) }
      let pieces = Array(repeating: Pass(), count: count)
      engine.pipeCommands(through: pieces)
      let answer = try? await engine.result(of: EngineCount(number: 1))
      #expect(answer == (count == 100 ? 1 : nil))
      engine.pipeCommands(through: [])
      engine.pipeEvents(through: pieces)
      engine.execute(command: EngineCount(number: 2))
      #expect(
        errors.texts.contains { $0.contains("thread's stack has no room for one more") } == (count > 100))
      #expect(!errors.texts.contains { $0.contains("Failure") })
    }
  }

  /// Reacts to its engine's news by telling the next one, or the test.
  private final class Link: ReactionProducer {
    let engine: Engine

    init(_ engine: Engine, isolation: isolated any Actor, _ pass: @escaping (EngineNews) -> Void) {
      self.engine = engine
      next(isolation: isolation, pass)
    }
  }

  @Test("a chain of 5,000 engines, each of which tells the next, comes to its end, and in order")
  func chain() async {
    let home = SmallStackHome()
    let (numbers, last) = AsyncStream<Int>.makeStream()
    let kept = Locked(Parcel([]))
    await home.run { home in
      let engines = (0..<5_000).map { Engine(name: "engine \($0)", home: home) }
      var links: [AnyObject] = engines
      for (engine, next) in zip(engines, engines.dropFirst()) {
        links.append(Link(engine, isolation: home) { next.post(fact: $0, isolation: home) })
      }
      links.append(Link(engines[4_999], isolation: home) { last.yield($0.number) })
      for number in 1...3 { engines[0].post(fact: EngineNews(number: number)) }
      let parcel = Parcel(links)
      kept.withLock { $0 = parcel }
    }
    var heard: [Int] = []
    for await number in numbers {
      heard.append(number)
      if heard.count == 3 { break }
    }
    #expect(heard == [1, 2, 3])
    await home.run { _ in kept.withLock { $0 = Parcel([]) } }
  }

  private struct Parcel: @unchecked Sendable {
    // Sound: it is only kept.
    let value: [AnyObject]

    init(_ value: [AnyObject]) {
      self.value = value
    }
  }
}
