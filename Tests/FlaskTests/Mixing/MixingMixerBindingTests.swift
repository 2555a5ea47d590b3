import Flask
import Testing

@MainActor
@Suite("A global mixer, as reactors come and go")
struct MixingMixerBindingTests {
  private let bench = MixingBench()

  private func reactive(_ name: String) -> MixingReactive { MixingReactive(name: name, in: bench.flask) }

  @Test("reaches a substance that was never bound, and one whose last reactor has ended")
  func unbound() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    bench.watch(cart)
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 1)
    #expect(bench.lines() == ["cart 0 1"])
    let reactor = bench.watch(app)
    reactor.unbind()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 2)
    #expect(bench.lines() == ["cart 1 2"])
    reactor.bind()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["cart 2 3", "app 2 3"])
    #expect(bench.errors.isEmpty)
  }

  @Test(
    "reaches substances that were never bound last, in the order of their creation, and does not keep them")
  func neverBound() {
    var made: [MixingReactive] = (0..<40).map { reactive("\($0)") }
    weak let first = made.first
    bench.watch(made[39])
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(made.allSatisfy { $0.state.counter == 1 })
    #expect(made[0].calls == ["define", "undefine"])
    made = []
    #expect(first == nil)
    #expect(bench.lines() == ["39 0 1"])
    bench.flask.substances(reactTo: MixingMixers.silent)
    #expect(bench.errors.count == 1)
  }

  @Test("passes a substance that was never bound and does not hear without a reactor, and this is reported")
  func neverBoundDeaf() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    app.hearsMixersUnbound = false
    bench.watch(cart)
    for _ in 0..<2 { bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1]) }
    #expect(app.state.counter == 0 && cart.state.counter == 2)
    #expect(app.calls == ["define", "undefine"])
    #expect(bench.errors.count == 2)
    #expect(bench.errors.allSatisfy { $0.contains("`add` did not reach `app`") })
    app.hearsMixersUnbound = true
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 1)
    #expect(bench.errors.count == 2)
  }

  @Test("passes a substance that does not hear without a reactor, and this is reported")
  func deaf() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    app.hearsMixersUnbound = false
    bench.watch(cart)
    bench.watch(app).unbind()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 0)
    #expect(bench.lines() == ["cart 0 1"])
    #expect(bench.errors.count == 1)
    #expect(bench.errors.first?.contains("`add` did not reach `app`") == true)
    // Another mixer is not its own.
    bench.flask.substances(reactTo: MixingMoreMixers.other)
    #expect(bench.errors.last?.contains("defines the mixer `other`") == true)
    app.hearsMixersUnbound = true
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 1)
    #expect(bench.errors.count == 2)
  }

  @Test("defines the mixers of a substance without a reactor for its own duration")
  func definitionsUnbound() {
    let app = reactive("app")
    bench.watch(app).unbind()
    app.calls = []
    app.define(mix: .silent) { _, react, _ in
      app.prop.counter += 100
      react()
    }
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.calls == ["define", "undefine"])
    // Defined by hand, and so kept.
    bench.flask.substances(reactTo: MixingMixers.silent)
    bench.flask.substances(reactTo: MixingMixers.silent)
    #expect(app.state.counter == 201)
  }

  @Test("may bind a reactor to a substance that had none, whose definitions then stay")
  func bindsWhileUnbound() {
    let app = MixingRebinding(name: "app", in: bench.flask)
    bench.watch(app).unbind()
    var reactor: Reactor<MixingDiary>?
    app.onAdd = { [unowned app] in reactor = reactor ?? bench.watch(app) }
    bench.flask.substances(reactTo: MixingMixers.add)
    bench.flask.substances(reactTo: MixingMixers.add)
    #expect(reactor?.isBound == true)
    #expect(app.state.counter == 2)
    #expect(bench.lines().last == "app 1 2")
    #expect(bench.errors.isEmpty)
  }

  @Test("reaches the substances in the order of their first binding")
  func order() {
    let substances = ["a", "b", "c"].map(reactive)
    for substance in substances { bench.watch(substance).unbind() }
    let again = [substances[2], substances[0], substances[1]].map { bench.watch($0) }
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["a 0 1", "b 0 1", "c 0 1"])
    #expect(again.allSatisfy { $0.isBound })
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
    #expect(bench.errors.first?.contains("outside of `defineMixers()`") == true)
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

  @Test("of a substance whose owners have all ended is heard")
  func endedOwner() {
    let app = reactive("app")
    var owner: MixingDiary? = MixingDiary()
    if let owner { _ = bench.flask.reactor(attachedTo: owner, mixing: app) }
    owner = nil
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(app.state.counter == 1)
    #expect(app.calls == ["define", "undefine", "define", "undefine"])
    #expect(bench.errors.isEmpty)
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
    // The cart's own definition holds again, as at its first binding.
    flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(cart.state.counter == 2)
    #expect(bench.lines() == ["app 1 2"])
  }
}

/// A substance whose mixer calls a closure.
private final class MixingRebinding: ReactiveSubstance<MixingState, MixingMixers> {
  var onAdd: () -> Void = {}

  override func defineMixers() {
    define(mix: .add) { _, react, _ in
      self.onAdd()
      self.prop.counter += 1
      react()
    }
  }
}
