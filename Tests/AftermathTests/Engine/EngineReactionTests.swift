import Aftermath
import Testing

@MainActor
@Suite("Reactions")
struct EngineReactionTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
    engine.use(EngineCount.self) { .data($0.number) }
  }

  @Test("each kind of event has a closure of its own, and a missing one is no error")
  func kinds() {
    let view = EngineView(engine)
    view.watch(EngineBooks.self, "all")
    view.react(to: EngineBooks.self, with: Reaction(wait: { [unowned view] in view.lines.append("w") }))
    view.react(to: EngineBooks.self, { [unowned view] in view.lines.append("c \($0.count)") })
    view.react(to: EngineBooks.self, with: Reaction(rescue: { [unowned view] _ in view.lines.append("r") }))
    engine.publish(event: Event<EngineBooks>.progress)
    engine.publish(event: Event<EngineBooks>.data(["a"]))
    engine.publish(event: Event<EngineBooks>.error(EngineProblem(text: "x")))
    #expect(view.lines == ["all wait", "w", "all [\"a\"]", "c 1", "all failed: x", "r"])
    #expect(errors.texts.isEmpty)
  }

  @Test("reactions of several objects run in the order of their registration")
  func order() {
    let views = [EngineView(engine), EngineView(engine)]
    let log = EngineLog()
    for number in 0..<100 {
      views[number % 2].react(to: EngineCount.self, { _ in log.add("\(number)") })
    }
    engine.execute(command: EngineCount())
    #expect(log.lines == (0..<100).map { "\($0)" })
  }

  @Test("of two objects of one type, one disposed, the other is still served")
  func twoObjects() {
    let (one, other) = (EngineView(engine), EngineView(engine))
    one.watch(EngineCount.self, "one")
    other.watch(EngineCount.self, "other")
    one.next { [unowned one] (fact: EngineNews) in one.lines.append("fact \(fact.number)") }
    other.next { [unowned other] (fact: EngineNews) in other.lines.append("fact \(fact.number)") }
    one.disposeAll()
    engine.execute(command: EngineCount(number: 1))
    engine.post(fact: EngineNews(number: 2))
    #expect(one.lines.isEmpty)
    #expect(other.lines == ["other 1", "fact 2"])
  }

  @Test("a token ends one reaction of its object, and is active until then")
  func token() {
    let view = EngineView(engine)
    let first = view.watch(EngineCount.self, "first")
    let second = view.watch(EngineCount.self, "second")
    #expect(first != second)
    #expect(Set([first, second, first]).count == 2)
    engine.execute(command: EngineCount(number: 1))
    view.dispose(token: first)
    view.dispose(token: first)
    #expect(second.isActive)
    engine.execute(command: EngineCount(number: 2))
    #expect(view.lines == ["first 1", "second 1", "second 2"])
  }

  @Test("releasing a token ends nothing")
  func tokenLetGo() {
    let view = EngineView(engine)
    do { _ = view.watch(EngineCount.self, "count") }
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["count 1"])
  }

  @Test("an object cannot dispose of another's token")
  func foreignToken() {
    let (one, other) = (EngineView(engine), EngineView(engine))
    let token = one.watch(EngineCount.self, "one")
    other.watch(EngineCount.self, "other")
    other.dispose(token: token)
    #expect(token.isActive)
    engine.execute(command: EngineCount(number: 1))
    #expect(one.lines == ["one 1"])
    #expect(other.lines == ["other 1"])
  }

  @Test("the engine disposes of any token")
  func engineDisposes() {
    let view = EngineView(engine)
    let token = view.watch(EngineCount.self, "count")
    engine.dispose(token: token)
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines.isEmpty)
  }

  @Test("tokens are disposed of from any thread")
  func disposedFromThread() async {
    let view = EngineView(engine)
    let tokens = (0..<8).map { view.watch(EngineCount.self, "\($0)") }
    await engineThreads(8) { [engine] in if $0 != 3 { engine.dispose(token: tokens[$0]) } }
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["3 1"])
  }

  @Test("an object that disposed of everything may react again")
  func reactsAnew() {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "old")
    view.disposeAll()
    view.watch(EngineCount.self, "new")
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines == ["new 1"])
  }

  private final class Guest: ReactionProducer {
    let engine: Engine
    init(_ engine: Engine) { self.engine = engine }
  }

  @Test("an object that has ended is served no more, and its closures are released with the next event")
  func ended() {
    final class Payload {}
    let log = EngineLog()
    weak var payload: Payload?
    let stays = Guest(engine)
    do {
      let guest = Guest(engine)
      let kept = Payload()
      payload = kept
      guest.react(
        to: EngineCount.self,
        { number in
          withExtendedLifetime(kept) { log.add("guest \(number)") }
        })
      stays.react(to: EngineCount.self, { log.add("stays \($0)") })
      engine.execute(command: EngineCount(number: 1))
    }
    #expect(payload != nil)
    engine.execute(command: EngineCount(number: 2))
    #expect(log.lines == ["guest 1", "stays 1", "stays 2"])
    #expect(payload == nil)
  }

  @Test("objects that come and go without an event leave no closures behind")
  func comeAndGo() {
    final class Payload: Sendable {
      let log: EngineLog
      init(_ log: EngineLog) { self.log = log }
      deinit { log.add("gone") }
    }
    let released = EngineLog()
    for _ in 0..<10_000 {
      let guest = Guest(engine)
      let payload = Payload(released)
      guest.react(to: EngineCount.self, { _ in withExtendedLifetime(payload) {} })
    }
    #expect(released.lines.count > 9_000)
  }

  @Test("when all reactions have ended, an event is a warning")
  func nobody() {
    do { EngineView(engine).watch(EngineCount.self, "gone") }
    engine.execute(command: EngineCount(number: 1))
    guard case .noEventListeners(let event)? = errors.all.first as? Warning else {
      Issue.record("another error: \(errors.texts)")
      return
    }
    #expect(event.result as? Int == 1)
    engine.publish(event: Event<EngineCount>.progress)
    #expect(errors.all.count == 1)
  }

  @Test("execute with a reaction reacts to that execution alone")
  func executeWithReaction() {
    let view = EngineView(engine)
    view.execute(command: EngineCount(number: 1), reaction: view.reaction("count"))
    #expect(view.lines == ["count 1"])
    view.execute(command: EngineCount(number: 2), reaction: view.reaction("again"))
    #expect(view.lines == ["count 1", "again 2"])
    view.watch(EngineCount.self, "by react")
    engine.execute(command: EngineCount(number: 3))
    #expect(view.lines == ["count 1", "again 2", "by react 3"])
  }
}
