import Flask
import Testing

@MainActor
@Suite("A reactor")
struct MixingReactorTests {
  private let bench = MixingBench()

  /// Reacts by itself.
  private final class View: FlaskReactor {
    var lines: [String] = []

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(MixingState.prop.counter) { lines.append("counter \($0.newValue() ?? -1)") }
    }
  }

  /// Reacts on the main actor.
  @MainActor
  private final class Screen: @MainActor FlaskReactor {
    var count = 0

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(\MixingState.counter) { count = $0.newValue() }
    }
  }

  @Test("is bound when it is made, notified while it is bound, and binding it twice is binding it once")
  func binding() {
    let app = bench.app()
    let reactor = bench.watch(app)
    func mix() { reactor.mix(app) { $0.prop.counter += 1 }.andReact() }
    #expect(reactor.isBound)
    reactor.bind()
    mix()
    #expect(bench.lines() == ["app 0 1"])
    reactor.unbind()
    reactor.unbind()
    #expect(!reactor.isBound)
    mix()
    #expect(bench.lines() == [])
    reactor.bind()
    mix()
    #expect(bench.lines() == ["app 2 3"])
    #expect(bench.errors == [])
  }

  @Test("with one substance twice is notified once")
  func twiceTheSame() {
    let app = bench.app()
    bench.watch(app, app).mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["app 0 1"])
  }

  @Test("tells the handler that it has last been given, and none when that is nil")
  func handler() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, _ in
      diary.lines.append("first")
    }
    func mix() { reactor.mix(app) { $0.prop.counter += 1 }.andReact() }
    mix()
    reactor.handler = { diary, _ in diary.lines.append("second") }
    mix()
    reactor.handler = nil
    mix()
    #expect(reactor.handler == nil)
    reactor.handler = { diary, _ in diary.lines.append("third") }
    mix()
    #expect(bench.lines() == ["first", "second", "third"])
  }

  @Test("keeps its place in the order of binding when its handler comes later")
  func lateHandler() {
    let app = bench.app()
    let first = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    bench.watch(app, as: "second ")
    first.handler = { diary, _ in diary.lines.append("first") }
    first.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["first", "second app 0 1"])
  }

  @Test("may replace its handler, unbind and detach inside of a reaction")
  func inReaction() {
    let app = bench.app()
    let (diary, flask) = (bench.diary, bench.flask)
    let first = flask.reactor(attachedTo: diary, mixing: app)
    let guest = MixingDiary()
    first.handler = { [unowned first] diary, _ in
      diary.lines.append("first")
      first.unbind()
      flask.detachReactor(from: guest)
    }
    _ = flask.reactor(attachedTo: guest, mixing: app) { guest, _ in guest.lines.append("guest") }
    bench.watch(app)
    first.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["first", "app 0 1"])
    #expect(guest.lines == [])
    first.bind()
    first.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.errors.count == 1)
  }

  @Test("distinguishes the substances of several types, and asks each for the keys that it has")
  func severalTypes() {
    let (app, other) = (bench.app(), bench.other())
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app, other) { diary, reaction in
      reaction.on("counter") { diary.lines.append("\($0.substance().name()) counter \($0.newValue() ?? -1)") }
      reaction.on("title") { diary.lines.append("title \($0.newValue() ?? "")") }
      reaction.on("price") { diary.lines.append("price \($0.newValue() ?? -1)") }
      reaction.on(\MixingOther.price) { diary.lines.append("typed \($0.newValue())") }
      reaction.at(app)?.on(\.counter) { diary.lines.append("at app \($0.newValue())") }
      reaction.at(other)?.on(\.counter) { diary.lines.append("at other \($0.newValue())") }
    }
    reactor.mix(app) {
      $0.prop.counter = 1
      $0.prop.title = "new"
    }
    .and(other) {
      $0.prop.counter = 2
      $0.prop.price = 3
    }
    .andReact()
    #expect(
      bench.lines() == [
        "app counter 1", "title new", "at app 1", "other counter 2", "price 3", "typed 3", "at other 2",
      ])
    #expect(bench.errors == [])
  }

  @Test("is attached to an object that reacts by itself, found there, and detached")
  func attached() {
    let app = bench.app()
    let view = View()
    bench.flask.attachReactor(to: view, mixing: [app])
    bench.flask.getReactor(attachedTo: view).mix(app) { $0.prop.counter = 4 }.andReact()
    #expect(view.lines == ["counter 4"])
    let reactor = bench.flask.getReactor(attachedTo: view)
    #expect(reactor.owner === view)
    bench.flask.detachReactor(from: view)
    #expect(!reactor.isBound)
    #expect(bench.errors == [])
    bench.watch(app).mix(app) { $0.prop.counter = 5 }.andReact()
    #expect(view.lines == ["counter 4"])
  }

  @Test("of an object of the main actor reacts there")
  func mainActor() {
    let app = bench.app()
    let screen = Screen()
    bench.flask.attachReactor(to: screen, mixing: [app])
    bench.flask.getReactor(attachedTo: screen).mix(app) { $0.prop.counter = 4 }.andReact()
    #expect(screen.count == 4)
  }

  @Test("is the one that was attached last, where an object has several")
  func several() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    bench.watch(app, as: "1 ")
    bench.watch(cart, as: "2 ")
    bench.flask.getReactor(attachedTo: bench.diary).mix(cart) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["2 cart 0 1"])
    bench.flask.detachReactor(from: bench.diary)
    let guest = MixingDiary()
    let last = bench.flask.reactor(attachedTo: guest, mixing: app, cart)
    last.mix(app) { $0.prop.counter = 1 }.and(cart) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == [])
    #expect(bench.errors == [])
  }

  @Test("that an object does not have is an error, and so is whatever is asked of it")
  func notAttached() {
    let app = bench.app()
    let reactor = bench.flask.getReactor(attachedTo: bench.diary)
    bench.flask.detachReactor(from: bench.diary)
    let sentence = """
      No reactor of the context `test` is attached to this `MixingDiary`, or its substances were released; call \
      `attachReactor(to:mixing:)` or `reactor(attachedTo:mixing:)` first.
      """
    #expect(bench.errors == [sentence, sentence])
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 0)
    #expect(bench.errors.count == 3)
    reactor.on("counter") { _, _ in }
    #expect(bench.errors.count == 4)
    reactor.on(\MixingState.counter) { _, _ in }
    #expect(bench.errors.count == 5)
  }

  @Test("attached to an object that handles reactions itself a second time is reported, and works")
  func attachedTwice() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let screen = Screen()
    bench.flask.attachReactor(to: screen, mixing: [app])
    bench.flask.attachReactor(to: screen, mixing: [cart])
    #expect(bench.errors.count == 1)
    #expect(bench.errors.first?.contains("was attached in the context `test` a second time") == true)
    bench.flask.getReactor(attachedTo: screen).mix(cart) { $0.prop.counter = 4 }.andReact()
    #expect(screen.count == 4)
    // Neither another kind of reactor, nor a new beginning, is a second time.
    bench.flask.detachReactor(from: screen)
    _ = bench.flask.reactor(attachedTo: screen, mixing: app)
    bench.flask.attachReactor(to: screen, mixing: [app, cart])
    #expect(bench.errors.count == 1)
  }

  @Test("without an owner is released by purgeFlasks(), and no other")
  func purge() {
    let app = bench.app()
    let kept = bench.watch(app)
    weak var ended: MixingDiary?
    weak var content: MixingDiary?
    do {
      let owner = MixingDiary()
      let captured = MixingDiary()
      (ended, content) = (owner, captured)
      _ = bench.flask.reactor(attachedTo: owner, mixing: app) { _, _ in captured.lines = [] }
    }
    #expect(ended == nil && content != nil)
    bench.flask.purgeFlasks()
    #expect(content == nil)
    #expect(kept.isBound)
    bench.flask.getReactor(attachedTo: bench.diary).mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["app 0 1"])
    bench.flask.endReactors()
    #expect(!kept.isBound)
    #expect(bench.errors == [])
  }

  @Test("that was ended can be neither bound nor mixed with, and says so")
  func ended() {
    let app = bench.app()
    let reactor = bench.watch(app)
    bench.flask.endReactors()
    reactor.bind()
    #expect(!reactor.isBound)
    #expect(bench.errors.count == 1)
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 0)
    #expect(bench.errors.count == 2)
    reactor.on("counter") { _, _ in }.on(\MixingState.counter) { _, _ in }
    #expect(bench.errors.count == 4)
    let next = bench.watch(app)
    next.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == ["app 0 2"])
  }
}
