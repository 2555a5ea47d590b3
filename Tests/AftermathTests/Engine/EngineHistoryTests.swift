import Aftermath
import Testing

@MainActor
@Suite("Recording and replay")
struct EngineHistoryTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
    engine.use(EngineCount.self) { .data($0.number) }
  }

  private struct Double: EventMiddleware {
    let log: EngineLog

    func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
      log.add("asked")
      if let number = event.result as? Int {
        try next(Event<EngineCount>.data(number * 2))
      } else {
        try next(event)
      }
    }
  }

  private func describe(_ history: EventHistory) -> [String] {
    history.map { "\(type(of: $0).commandType) \($0.result ?? $0.error ?? "wait")" }
  }

  @Test("it keeps the events that reactions receive, after all middleware, with or without reactions")
  func records() {
    engine.pipeEvents(through: [Double(log: EngineLog())])
    let recorder = engine.record()
    engine.execute(command: EngineCount(number: 4))
    engine.post(fact: EngineNews(number: 5))
    engine.publish(event: Event<EngineBooks>.progress)
    engine.publish(event: Event<EngineBooks>.error(EngineProblem(text: "x")))
    #expect(
      describe(recorder.history) == [
        "EngineCount 8", "FactCommand<EngineNews> EngineNews(number: 5, source: 0)", "EngineBooks wait",
        "EngineBooks EngineProblem(text: \"x\")",
      ])
  }

  @Test("a recorder that was stopped records no more, and keeps what it has; two record side by side")
  func stops() {
    let (one, other) = (engine.record(), engine.record())
    engine.execute(command: EngineCount(number: 1))
    one.stop()
    engine.execute(command: EngineCount(number: 2))
    #expect(one.history.count == 1)
    #expect(other.history.count == 2)
  }

  @Test("a released recorder is not retained")
  func letGo() {
    weak var gone: EventRecorder?
    do {
      let recorder = engine.record()
      gone = recorder
      engine.execute(command: EngineCount(number: 1))
      #expect(recorder.history.count == 1)
    }
    #expect(gone == nil)
    engine.execute(command: EngineCount(number: 2))
  }

  @Test("it goes on after the engine was invalidated")
  func invalidated() {
    let recorder = engine.record()
    engine.invalidate()
    engine.publish(event: Event<EngineCount>.data(1))
    #expect(recorder.history.count == 1)
  }

  @Test("a replayed history goes to all reactions again, past middleware, and is not recorded again")
  func replays() {
    let log = EngineLog()
    engine.pipeEvents(through: [Double(log: log)])
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    let recorder = engine.record()
    for number in 1...3 { engine.execute(command: EngineCount(number: number)) }
    let (history, asked) = (recorder.history, log.lines.count)
    view.lines = []
    engine.replay(history)
    #expect(view.lines == ["count 2", "count 4", "count 6"])
    #expect(recorder.history.count == 3)
    #expect(log.lines.count == asked)
  }

  @Test("a history is replayed to one object only, each event in a turn of its own")
  func replaysToOne() {
    let (old, new) = (EngineView(engine), EngineView(engine))
    let recorder = engine.record()
    old.watch(EngineCount.self, "old")
    for number in 1...2 { engine.execute(command: EngineCount(number: number)) }
    old.lines = []
    new.watch(EngineCount.self, "new")
    new.react(to: EngineCount.self, { [unowned new] in new.post(fact: EngineNews(number: $0)) })
    new.next { [unowned new] (fact: EngineNews) in new.lines.append("fact \(fact.number)") }
    engine.replay(recorder.history, to: new)
    #expect(old.lines.isEmpty)
    #expect(new.lines == ["new 1", "fact 1", "new 2", "fact 2"])
  }

  @Test("a replay answers no waiting caller, executes nothing, and is no warning without reactions")
  func answersNobody() async {
    engine.use(EngineBooks.self) { _ in .progress }
    let waiter = EngineWaiter(engine, EngineBooks())
    let progress = engine.events(of: EngineBooks.self)
    for await case .progress in progress { break }
    engine.replay(EventHistory([Event<EngineBooks>.data(["old"]), Event<EngineCount>.data(1)]))
    engine.publish(event: Event<EngineBooks>.data(["new"]))
    #expect(await waiter.answer() == "[\"new\"]")
    #expect(errors.texts.isEmpty)
  }

  @Test("a replay from another thread comes in its order")
  func fromThread() async {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    let history = EventHistory((0..<100).map { Event<EngineCount>.data($0) })
    await engineThreads(1) { [engine] _ in
      engine.replay(history)
      engine.publish(event: Event<EngineCount>.data(100))
    }
    await engine.run()
    #expect(view.lines == (0...100).map { "count \($0)" })
  }

  @Test("a history is a collection, appended to, and cut down to commands and facts of some types")
  func collection() {
    var history = EventHistory()
    #expect(history.isEmpty)
    history.append(Event<EngineCount>.data(1))
    history.append(Event<FactCommand<EngineNews>>.data(EngineNews(number: 2)))
    history.append(Event<EngineBooks>.progress)
    history.append(Event<EngineCount>.error(EngineProblem(text: "x")))
    #expect(history.count == 4)
    #expect(history[0].result as? Int == 1)
    #expect(history.last?.error as? EngineProblem == EngineProblem(text: "x"))
    #expect(
      describe(history.only(EngineCount.self)) == ["EngineCount 1", "EngineCount EngineProblem(text: \"x\")"])
    #expect(history.only(EngineBooks.self, FactCommand<EngineNews>.self).count == 2)
    #expect(history.only().isEmpty)
    #expect(history.only(EnginePair.self).isEmpty)
    #expect(describe(EventHistory(history.reversed())) == describe(history).reversed())
  }
}
