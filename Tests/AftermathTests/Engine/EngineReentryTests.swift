import Aftermath
import Testing

@MainActor
@Suite("Inside of a turn")
struct EngineReentryTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test("a reaction that executes a command whose handler publishes at once neither deadlocks nor overtakes")
  func reactionExecutes() {
    let view = EngineView(engine)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    engine.use(EngineCount.self) { .data($0.number) }
    view.react(
      to: EngineBooks.self,
      { [unowned view] _ in
        view.execute(command: EngineCount(number: 1))
        view.post(fact: EngineNews(number: 2))
        view.lines.append("executed")
      })
    view.watch(EngineBooks.self, "books")
    view.watch(EngineCount.self, "count")
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    view.execute(command: EngineBooks(shelf: "a"))
    #expect(view.lines == ["executed", "books [\"a\"]", "fact 2", "count 1"])
  }

  @Test("100,000 commands, each executed by a reaction to the last, need no stack of their depth")
  func deep() {
    let view = EngineView(engine)
    var last = 0
    engine.use(EngineCount.self) { .data($0.number) }
    view.react(
      to: EngineCount.self,
      { [unowned view] number in
        last = number
        if number < 100_000 { view.execute(command: EngineCount(number: number + 1)) }
      })
    view.execute(command: EngineCount(number: 1))
    #expect(last == 100_000)
  }

  @Test("100,000 events, each through middleware and published by a reaction to the last, neither")
  func deepThroughMiddleware() {
    struct Pass: CommandMiddleware, EventMiddleware {
      func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
        try next(command)
      }
      func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
        try next(event)
      }
    }
    engine.pipeCommands(through: [Pass(), Pass()])
    engine.pipeEvents(through: [Pass(), Pass()])
    let view = EngineView(engine)
    var last = 0
    engine.use(EngineCount.self) { .data($0.number) }
    view.react(
      to: EngineCount.self,
      { [unowned view] number in
        last = number
        if number < 100_000 { view.execute(command: EngineCount(number: number + 1)) }
      })
    view.execute(command: EngineCount(number: 1))
    #expect(last == 100_000)
  }

  @Test("a handler that executes its own command goes on for ever only in turns")
  func handlerExecutes() {
    let view = EngineView(engine)
    engine.use(EngineCount.self) { [unowned engine] command in
      if command.number < 3 { engine.execute(command: EngineCount(number: command.number + 1)) }
      return .data(command.number)
    }
    view.watch(EngineCount.self, "count")
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["count 1", "count 2", "count 3"])
  }

  @Test("1,000 reactions that dispose of themselves while being called are called once each")
  func disposeThemselves() {
    let view = EngineView(engine)
    var calls = [Int](repeating: 0, count: 1_000)
    var tokens: [DisposalToken] = []
    for index in 0..<1_000 {
      tokens.append(
        view.next { [unowned view] (_: EngineNews) in
          calls[index] += 1
          view.dispose(token: tokens[index])
        })
    }
    engine.post(fact: EngineNews())
    #expect(calls == [Int](repeating: 1, count: 1_000))
    engine.post(fact: EngineNews())
    #expect(calls == [Int](repeating: 1, count: 1_000))
    #expect(errors.all.count == 1)
    #expect(tokens.allSatisfy { !$0.isActive })
  }

  @Test("reactions disposed of by an earlier one are not called with the same event")
  func disposeOthers() {
    let (one, other) = (EngineView(engine), EngineView(engine))
    one.next { [unowned other] (_: EngineNews) in other.disposeAll() }
    for _ in 0..<100 { other.next { [unowned other] (_: EngineNews) in other.lines.append("called") } }
    engine.post(fact: EngineNews())
    #expect(other.lines.isEmpty)
  }

  @Test("reactions registered by a reaction are called with the next event, not with this one")
  func registerWithin() {
    let view = EngineView(engine)
    var calls: [Int] = []
    view.next { [unowned view] (fact: EngineNews) in
      calls.append(0)
      guard fact.number == 0 else { return }
      for index in 1...100 { view.next { (_: EngineNews) in calls.append(index) } }
    }
    engine.post(fact: EngineNews(number: 0))
    #expect(calls == [0])
    engine.post(fact: EngineNews(number: 1))
    #expect(calls == [0] + Array(0...100))
  }

  @Test("an object that ends while it is notified is not notified any more")
  func endsWithin() {
    final class Guest: ReactionProducer {
      let engine: Engine
      init(_ engine: Engine) { self.engine = engine }
    }
    var calls: [String] = []
    var guest: Guest? = Guest(engine)
    let view = EngineView(engine)
    view.next { (_: EngineNews) in
      calls.append("view")
      guest = nil
    }
    guest?.next { (_: EngineNews) in calls.append("guest") }
    engine.post(fact: EngineNews())
    #expect(calls == ["view"])
  }

  @Test("a reaction can release the last reference to its engine")
  func engineEndsWithin() {
    final class Owner { var engine: Engine? = Engine(name: "short") }
    let owner = Owner()
    var calls: [String] = []
    weak let gone = owner.engine
    if let engine = owner.engine {
      engine.errorHandler = errors
      let view = EngineView(engine)
      view.next { (_: EngineNews) in
        calls.append("first")
        owner.engine = nil
      }
      view.next { (_: EngineNews) in calls.append("second") }
      engine.post(fact: EngineNews())
    }
    #expect(calls == ["first", "second"])
    #expect(gone == nil)
  }
}
