import Aftermath
import Testing

@MainActor
@Suite("Middleware on events")
struct EngineEventMiddlewareTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()
  private let log = EngineLog()
  private let view: EngineView

  init() {
    view = EngineView(engine)
    engine.errorHandler = errors
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "count")
  }

  /// Middleware that is a closure.
  private struct Step: EventMiddleware {
    let body: @Sendable (any AnyEvent, @escaping Publish, @escaping Publish) throws -> Void

    init(_ body: @escaping @Sendable (any AnyEvent, @escaping Publish, @escaping Publish) throws -> Void) {
      self.body = body
    }

    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
      try body(event, publish, next)
    }
  }

  private func logging(_ name: String) -> Step {
    Step { [log] event, _, next in
      log.add("\(name) in")
      try next(event)
      log.add("\(name) out")
    }
  }

  @Test("first in, outermost, around the reactions")
  func order() {
    engine.pipeEvents(through: [logging("A"), logging("B")])
    view.react(to: EngineCount.self, { [log] in log.add("react \($0)") })
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["A in", "B in", "react 1", "B out", "A out"])
  }

  @Test("it sees every event: of handlers, of facts, published, and errors")
  func sees() {
    engine.pipeEvents(through: [
      Step { [log] event, _, next in
        log.add("\(type(of: event).commandType) \(event.inProgress) \(event.error != nil)")
        try next(event)
      }
    ])
    view.next { (_: EngineNews) in }
    engine.execute(command: EngineCount(number: 1))
    engine.post(fact: EngineNews())
    engine.publish(event: Event<EngineCount>.progress)
    engine.use(EngineBooks.self) { _ in throw EngineProblem(text: "x") }
    view.watch(EngineBooks.self, "books")
    engine.execute(command: EngineBooks())
    #expect(
      log.lines == [
        "EngineCount false false", "FactCommand<EngineNews> false false", "EngineCount true false",
        "EngineBooks false true",
      ])
  }

  @Test("it changes, replaces, aborts and repeats")
  func changes() {
    engine.pipeEvents(through: [
      Step { event, _, next in
        switch event.result as? Int {
        case 1: try next(Event<EngineCount>.data(10))
        case 2: try next(Event<FactCommand<EngineNews>>.data(EngineNews(number: 20)))
        case 3: break
        case 4:
          try next(event)
          try next(event)
        default: try next(event)
        }
      }
    ])
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    for number in 1...5 { engine.execute(command: EngineCount(number: number)) }
    #expect(view.lines == ["count 10", "fact 20", "count 4", "count 4", "count 5"])
    #expect(errors.texts.isEmpty)
  }

  @Test("an error that it throws goes to the reactions, past all middleware, and to the error handler")
  func throwing() {
    engine.pipeEvents(through: [
      logging("outer"),
      Step { _, _, _ in throw EngineProblem(text: "unreadable") },
      logging("behind"),
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["outer in"])
    #expect(view.lines == ["count failed: unreadable"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "unreadable")])
  }

  @Test("next throws what middleware behind it throws")
  func caught() {
    engine.pipeEvents(through: [
      Step { event, _, next in
        do { try next(event) } catch is EngineProblem { try next(Event<EngineCount>.data(-1)) }
      },
      Step { event, _, next in
        if event.result as? Int == 1 { throw EngineProblem(text: "x") }
        try next(event)
      },
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["count -1"])
    #expect(errors.texts.isEmpty)
  }

  @Test("publish begins again at the first middleware, in a turn of its own, before the call at home returns")
  func publishes() {
    engine.pipeEvents(through: [
      logging("outer"),
      Step { event, publish, next in
        if event.result as? Int == 1 { try publish(Event<EngineCount>.data(2)) }
        try next(event)
      },
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["outer in", "outer out", "outer in", "outer out"])
    #expect(view.lines == ["count 1", "count 2"])
  }

  @Test("next called later, from another thread, passes the event on to those behind")
  func later() async {
    let parking = EngineParking()
    engine.pipeEvents(through: [
      logging("outer"), Step { event, _, next in parking.park { try next(event) } },
      logging("behind"),
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines.isEmpty)
    await engineThreads(1) { _ in
      try? parking.resume()
      try? parking.resume()
    }
    await engine.run()
    #expect(
      log.lines == ["outer in", "outer out", "behind in", "behind out", "behind in", "behind out"])
    #expect(view.lines == ["count 1", "count 1"])
  }

  @Test("next called later, by a reaction to another event, waits for its turn")
  func laterByReaction() async {
    let parking = EngineParking()
    engine.pipeEvents(through: [
      Step { event, _, next in
        if event.result as? Int == 1 {
          parking.park { try next(event) }
        } else {
          try next(event)
        }
      }
    ])
    engine.execute(command: EngineCount(number: 1))
    view.next { [unowned view] (_: EngineNews) in
      try? parking.resume()
      view.lines.append("first")
    }
    view.next { [unowned view] (_: EngineNews) in view.lines.append("second") }
    engine.post(fact: EngineNews())
    await engine.run()
    #expect(view.lines == ["first", "second", "count 1"])
  }
}
