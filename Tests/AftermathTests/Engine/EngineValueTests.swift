import Aftermath
import Testing

/// A reaction producer that is a value, as the behaviours of a screen are.
private struct EngineBehavior: ReactionProducer, CommandProducer {
  let engine: Engine
  let name: String
  let log: EngineLog

  @discardableResult
  func start(isolation: isolated any Actor = #isolation) -> DisposalToken {
    react(to: EngineCount.self, with: reaction, isolation: isolation)
  }

  var reaction: Reaction<Int> { Reaction(consume: { log.add("\(name) \($0)") }) }
}

private struct EngineOtherBehavior: ReactionProducer { let engine: Engine }

@MainActor
@Suite("Values that react")
struct EngineValueTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let log = EngineLog()

  private func behavior(_ name: String) -> EngineBehavior {
    EngineBehavior(engine: engine, name: name, log: log)
  }

  @Test("go on reacting until their tokens are disposed of")
  func token() {
    let token = behavior("a").start()
    behavior("b").start()
    engine.publish(event: Event<EngineCount>.data(1))
    engine.dispose(token: token)
    engine.publish(event: Event<EngineCount>.data(2))
    #expect(log.lines == ["a 1", "b 1", "b 2"])
  }

  @Test("dispose of those of their own type, of one or of all")
  func type() {
    let token = behavior("a").start()
    behavior("b").start()
    let other = EngineOtherBehavior(engine: engine)
    other.next { [log] (news: EngineNews) in log.add("news \(news.number)") }
    other.dispose(token: token)
    engine.publish(event: Event<EngineCount>.data(1))
    behavior("c").dispose(token: token)
    engine.publish(event: Event<EngineCount>.data(2))
    behavior("c").disposeAll()
    engine.post(fact: EngineNews(number: 3))
    #expect(log.lines == ["a 1", "b 1", "b 2", "news 3"])
  }

  @Test("react to one execution, and end with the engine's reset")
  func execution() {
    engine.use(EngineCount.self) { .data($0.number) }
    let behavior = behavior("own")
    behavior.execute(command: EngineCount(number: 1), reaction: behavior.reaction)
    let token = behavior.start()
    engine.invalidate()
    #expect(!token.isActive)
    #expect(log.lines == ["own 1"])
  }

  @Test("an object still ends its own, also where code knows it as any producer")
  func object() {
    var view: EngineView? = EngineView(engine)
    func start(_ producer: some ReactionProducer) -> DisposalToken {
      producer.react(to: EngineCount.self) { [log] in log.add("object \($0)") }
    }
    func startAny(_ producer: any ReactionProducer) -> DisposalToken { start(producer) }
    if let view { _ = (start(view), startAny(view)) }
    engine.publish(event: Event<EngineCount>.data(1))
    view = nil
    engine.errorHandler = EngineErrors()
    engine.publish(event: Event<EngineCount>.data(2))
    #expect(log.lines == ["object 1", "object 1"])
  }

  @Test("are disposers, as objects are")
  func disposer() {
    behavior("a").start()
    let view = EngineView(engine)
    view.watch(EngineCount.self, "view")
    let disposers: [any Disposer] = [view, behavior("b")]
    for disposer in disposers { disposer.disposeAll() }
    engine.errorHandler = EngineErrors()
    engine.publish(event: Event<EngineCount>.data(1))
    #expect(log.lines.isEmpty && view.lines.isEmpty)
  }
}
