import Aftermath
import Testing

@MainActor
@Suite("Facts and events")
struct EngineFactTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test("a fact reaches all reactions to its type, and no others, before post returns")
  func facts() {
    let (one, other) = (EngineView(engine), EngineView(engine))
    for view in [one, other] {
      view.next { [unowned view] (fact: EngineNews) in view.lines.append("news \(fact.number)") }
    }
    one.next { [unowned one] (fact: EngineOtherNews) in one.lines.append(fact.text) }
    one.post(fact: EngineNews(number: 1))
    engine.post(fact: EngineOtherNews(text: "other"))
    #expect(one.lines == ["news 1", "other"])
    #expect(other.lines == ["news 1"])
  }

  @Test("a fact without reactions is a warning")
  func lostFact() {
    engine.post(fact: EngineNews(number: 5))
    guard case .noEventListeners(let event)? = errors.all.first as? Warning else {
      Issue.record("another error: \(errors.texts)")
      return
    }
    #expect(event.result as? EngineNews == EngineNews(number: 5))
    #expect(type(of: event).commandType is FactCommand<EngineNews>.Type)
  }

  private struct Service: FactProducer {
    let engine: Engine
    func logIn() { post(fact: EngineNews(number: 9)) }
  }

  @Test("facts are posted from anywhere")
  func fromAnywhere() async {
    let view = EngineView(engine)
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("news \(fact.number)") }
    await engineThreads(1) { [engine] _ in Service(engine: engine).logIn() }
    await Task.detached { [engine] in Service(engine: engine).logIn() }.value
    await engine.run()
    #expect(view.lines == ["news 9", "news 9"])
  }

  @Test("an event says what it is, with its type and without")
  func eventKinds() {
    let events: [any AnyEvent] = [
      Event<EngineCount>.progress, Event<EngineCount>.data(3),
      Event<EngineCount>.error(EngineProblem(text: "x")),
    ]
    #expect(events.map(\.inProgress) == [true, false, false])
    #expect(events.map { $0.result as? Int } == [nil, 3, nil])
    #expect(events.map { $0.error as? EngineProblem } == [nil, nil, EngineProblem(text: "x")])
    #expect(events.allSatisfy { type(of: $0).commandType is EngineCount.Type })
    let built = [
      type(of: events[0]).buildEvent(fromError: EngineProblem(text: "a")),
      EngineCount.buildEvent(fromError: EngineProblem(text: "a")),
    ]
    #expect(
      built.allSatisfy { $0 is Event<EngineCount> && $0.error as? EngineProblem == EngineProblem(text: "a") })
  }

  @Test("an event whose type is not known reaches those who react to it")
  func existentialEvent() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    let event: any AnyEvent = Event<EngineCount>.data(4)
    engine.publish(event: event)
    #expect(view.lines == ["count 4"])
  }
}
