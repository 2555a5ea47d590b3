import Flask
import Testing

@MainActor
@Suite("A global mixer")
struct MixingMixerTests {
  private let bench = MixingBench()

  private func reactive(_ name: String) -> MixingReactive { MixingReactive(name: name, in: bench.flask) }

  @Test("runs with its payload at every bound substance that defines it, in the order of binding")
  func all() {
    let (app, cart, plain) = (reactive("app"), reactive("cart"), bench.app("plain"))
    bench.watch(cart, plain)
    bench.watch(app)
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 2])
    #expect(bench.lines() == ["cart 0 2", "app 0 2"])
    #expect(plain.state.counter == 0)
    #expect(bench.errors == [])
  }

  @Test("is one turn, and all that have reacted are committed before any reactor is notified")
  func oneTurn() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    let before = bench.flask.bus.flow.lastSequence
    var seen: [[Int]] = []
    _ = bench.flask.reactor(attachedTo: bench.diary, mixing: app, cart) { _, _ in
      seen.append([app.state.counter, cart.state.counter])
    }
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 2])
    #expect(seen == [[2, 2], [2, 2]])
    #expect(bench.flask.bus.flow.lastSequence == before + 1)
  }

  @Test("that aborts leaves nothing behind at its substance, and the others as they resolve")
  func aborts() {
    let (app, cart) = (reactive("app"), reactive("cart"))
    bench.watch(app, cart)
    cart.define(mix: .drop) { _, react, _ in
      cart.prop.counter = 1
      react()
    }
    app.define(mix: .add) { _, _, abort in
      app.prop.counter = 99
      abort()
    }
    bench.flask.substances(reactTo: MixingMixers.drop)
    #expect(bench.lines() == ["cart 0 1"])
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["cart 1 2"])
    #expect(app.state.counter == 0)
    #expect(bench.errors == [])
  }

  @Test("is reported as one transaction even if it has changed nothing")
  func tellsAll() {
    let app = reactive("app")
    _ = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      diary.lines.append("told \(reaction.changed())")
    }
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 0])
    bench.flask.substances(reactTo: MixingMixers.drop)
    #expect(bench.lines() == ["told false"])
  }

  @Test("that does not resolve is aborted with a warning")
  func unresolved() {
    let app = reactive("app")
    bench.watch(app)
    bench.flask.substances(reactTo: MixingMixers.forget)
    #expect(app.state.counter == 0)
    #expect(bench.lines() == [])
    #expect(
      bench.errors == [
        """
        The mixer `forget` of the substance `app` has returned without calling `react` or `abort`, so its changes \
        were rolled back; call one of them on every path.
        """
      ])
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 1])
    #expect(bench.lines() == ["app 0 1"])
  }

  @Test("that resolves twice is warned, and its first word counts")
  func twice() {
    let app = reactive("app")
    bench.watch(app)
    bench.flask.substances(reactTo: MixingMixers.twice)
    #expect(bench.lines() == ["app 0 1"])
    #expect(
      bench.errors == [
        """
        The mixer `twice` of the substance `app` has called `react` or `abort` more than once, and only the first \
        call counts; return after calling one of them.
        """
      ])
    app.define(mix: .twice) { _, react, abort in
      app.prop.counter = 9
      abort()
      app.prop.counter = 10
      react()
    }
    bench.flask.substances(reactTo: MixingMixers.twice)
    #expect(app.state.counter == 1)
    #expect(bench.lines() == [])
    #expect(bench.errors.count == 2)
  }

  @Test("that writes after it has reacted receives an error, because the transaction is over")
  func writesAfter() {
    let app = reactive("app")
    bench.watch(app)
    app.define(mix: .add) { _, react, _ in
      app.prop.counter = 1
      react()
      app.prop.counter = 2
    }
    bench.flask.substances(reactTo: MixingMixers.add)
    #expect(bench.lines() == ["app 0 1"])
    #expect(bench.errors.count == 1)
    #expect(bench.errors.allSatisfy { $0.hasPrefix("`prop` of the substance `app` was used outside") })
  }

  @Test("is found by its raw value, so that equal ones of two enumerations are one mixer")
  func rawValues() {
    let app = reactive("app")
    bench.watch(app)
    app.define(mix: MixingMoreMixers.other) { _, react, _ in
      app.prop.counter += 100
      react()
    }
    bench.flask.substances(reactTo: MixingMoreMixers.add, payload: ["amount": 1])
    bench.flask.substances(reactTo: MixingMoreMixers.other)
    #expect(bench.lines() == ["app 0 1", "app 1 101"])
    #expect(bench.errors == [])
  }

  @Test("that no substance defines is an error that lists the defined ones")
  func notHeard() {
    bench.flask.substances(reactTo: MixingMixers.silent)
    let app = reactive("app")
    bench.watch(app)
    bench.flask.substances(reactTo: MixingMixers.silent)
    let start = """
      No substance in the context `test` that hears mixers defines the mixer `silent`, so nothing was changed; define \
      it in `defineMixers()` of a `ReactiveSubstance`, or of one with a reactor.
      """
    #expect(
      bench.errors == [
        "\(start) No mixers are defined.",
        "\(start) The defined mixers are `add`, `drop`, `forget`, `twice`.",
      ])
  }
}
