import Flask
import Testing

@MainActor
@Suite("A global mixer, as reactors come and go")
struct MixingMixerBindingTests {
  private let bench = MixingBench()

  private func reactive(_ name: String) -> MixingReactive { MixingReactive(name: name, in: bench.flask) }

  @Test("does not reach a substance without a reactor, and reaches it again when one is bound")
  func unbound() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    bench.watch(cart)
    let reactor = bench.watch(app)
    reactor.unbind()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["cart 0 1"])
    reactor.bind()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["cart 1 2", "app 0 1"])
  }

  @Test("runs once, however many reactors there are")
  func once() {
    let app = reactive("app")
    for number in 0..<30 { bench.watch(app, as: "\(number) ") }
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 1)
    #expect(bench.lines() == (0..<30).map { "\($0) app 0 1" })
  }

  @Test("is defined with the first reactor, and undefined with the last")
  func definitions() {
    let app = reactive("app")
    #expect(app.calls == [])
    let first = bench.watch(app)
    let second = bench.watch(app)
    #expect(app.calls == ["define"])
    first.unbind()
    second.bind()
    #expect(app.calls == ["define"])
    second.unbind()
    #expect(app.calls == ["define", "undefine"])
    first.bind()
    #expect(app.calls == ["define", "undefine", "define"])
    bench.flask.detachReactor(from: bench.diary)
    #expect(app.calls == ["define", "undefine", "define", "undefine"])
  }

  @Test("defined by hand is heard, and forgotten with the last reactor")
  func byHand() {
    let app = bench.app()
    app.define(mix: "silent") { _, react, _ in
      app.prop.counter += 1
      react()
    }
    let reactor = bench.watch(app)
    bench.flask.substances(reactTo: MixingMixers.silent)
    #expect(app.state.counter == 1)
    reactor.unbind()
    reactor.bind()
    bench.flask.substances(reactTo: MixingMixers.silent)
    #expect(app.state.counter == 1)
    #expect(bench.errors.count == 1)
  }

  @Test("that captures its substance does not keep it after the last reactor", arguments: [false, true])
  func noLeak(ownerEnds: Bool) {
    weak var substance: MixingReactive?
    do {
      let app = reactive("app")
      substance = app
      var owner: MixingDiary? = MixingDiary()
      if let owner { _ = bench.flask.reactor(attachedTo: owner, mixing: app) }
      bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
      #expect(app.state.counter == 1)
      if !ownerEnds, let owner { bench.flask.detachReactor(from: owner) }
      owner = nil
    }
    // A context in use finds the owners that have ended.
    if ownerEnds { bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1]) }
    #expect(substance == nil)
  }

  @Test("of a substance whose owners have all ended is not heard")
  func endedOwner() {
    let app = reactive("app")
    var owner: MixingDiary? = MixingDiary()
    if let owner { _ = bench.flask.reactor(attachedTo: owner, mixing: app) }
    owner = nil
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 0)
    #expect(app.calls == ["define", "undefine"])
    #expect(bench.errors.count == 1)
  }

  @Test("asked for inside of a mixer or a reaction waits for its turn")
  func nested() {
    let app = reactive("app")
    let flask = bench.flask
    app.define(mix: .silent) { _, react, _ in react() }
    bench.watch(app)
    app.define(mix: .drop) { _, react, _ in
      flask.substances(reactTo: MixingMixers.add, payload: ["amount": 10])
      app.prop.counter += 1
      react()
    }
    flask.substances(reactTo: MixingMixers.drop)
    #expect(bench.lines() == ["app 0 1", "app 1 11"])
    let reactor = flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.handler = { [unowned reactor] _, _ in
      reactor.handler = nil
      flask.substances(reactTo: MixingMixers.add, payload: ["amount": 100])
      #expect(app.state.counter == 12)
    }
    flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["app 11 12", "app 12 112"])
  }

  @Test("may bind and detach reactors on its way")
  func rebinds() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    let owner = MixingDiary()
    let flask = bench.flask
    _ = flask.reactor(attachedTo: owner, mixing: cart)
    bench.watch(app)
    cart.define(mix: .add) { _, react, _ in
      flask.detachReactor(from: owner)
      cart.prop.counter = 1
      react()
    }
    flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(cart.state.counter == 1)
    #expect(bench.lines() == ["app 0 1"])
    flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(cart.state.counter == 1)
    #expect(bench.lines() == ["app 1 2"])
  }
}
