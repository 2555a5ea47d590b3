import Flask
import Testing

@MainActor
@Suite("A chain")
struct MixingChainTests {
  private let bench = MixingBench()

  @Test("makes no mix before it is resolved, and then all in their order")
  func order() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.watch(app, cart)
    var made: [Int] = []
    let chain = reactor.mix(app) { _ in made.append(1) }
      .with(cart) { _ in made.append(2) }
      .and(app) { _ in made.append(3) }
      .mix(cart) { _ in made.append(4) }
    #expect(made == [])
    chain.andReact()
    #expect(made == [1, 2, 3, 4])
    #expect(bench.errors == [])
  }

  @Test("commits everything before any notification, so that no reactor sees half")
  func whole() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    var seen: [[Int]] = []
    for substance in [app, cart] {
      _ = bench.flask.reactor(attachedTo: bench.diary, mixing: substance) { _, _ in
        seen.append([app.state.counter, cart.state.counter])
      }
    }
    bench.watch(app, cart).mix(app) { $0.prop.counter = 1 }.and(cart) { $0.prop.counter = 2 }.andReact()
    #expect(seen == [[1, 2], [1, 2]])
  }

  @Test("is one turn of the flow")
  func oneTurn() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let before = bench.flask.bus.flow.lastSequence
    bench.watch(app, cart).mix(app) { $0.prop.counter = 1 }.and(cart) { $0.prop.counter = 2 }
      .and(app) { $0.prop.counter = 3 }.andReact()
    #expect(bench.flask.bus.flow.lastSequence == before + 1)
  }

  @Test("is one turn with a record that names it, where the flow has a tap")
  func record() throws {
    let (app, cart) = (bench.app(), bench.app("cart"))
    var messages: [FluxMessage] = []
    let tap = bench.flask.bus.flow.tap { record in
      if let message = record.message as? FluxMessage { messages.append(message) }
    }
    let line = #line + 1
    bench.watch(app, cart).mix(app) { $0.prop.counter = 1 }.and(cart) { $0.prop.counter = 2 }.andReact()
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.kind == .chain)
    #expect("\(message)" == "mix app, cart at FlaskTests/MixingChainTests.swift:\(line)")
    #expect(message.committed.keys.sorted() == ["app", "cart"])
    #expect(bench.lines() == ["app 0 1", "cart 0 2"])
    tap.cancel()
  }

  @Test("tells substances in the order in which it first mixes them, reactors in the order of binding")
  func orderOfReactions() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let first = bench.watch(app, cart, as: "1 ")
    bench.watch(cart, app, as: "2 ")
    first.mix(cart) { $0.prop.counter = 1 }.with(app) { $0.prop.counter = 1 }
      .with(cart) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == ["1 cart 0 2", "2 cart 0 2", "1 app 0 1", "2 app 0 1"])
    first.unbind()
    first.bind()
    first.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == ["2 app 1 2", "1 app 1 2"])
  }

  @Test("that mixes a substance twice shows the second mix the first, and tells one change")
  func twice() {
    let app = bench.app()
    let reactor = bench.watch(app)
    reactor.mix(app) { $0.prop.counter = 1 }.and(app) { $0.prop.counter += 1 }.andReact()
    #expect(bench.lines() == ["app 0 2"])
    reactor.mix(app) { $0.prop.counter = 5 }.and(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == [])
  }

  @Test("that is aborted makes none of its mixes, and notifies no reactor")
  func aborted() {
    let app = bench.app()
    var made = 0
    let reactor = bench.watch(app)
    reactor.handler = { diary, _ in diary.lines.append("told") }
    reactor.mix(app) {
      $0.prop.counter = 1
      made += 1
    }.andAbort()
    #expect(made == 0)
    #expect(app.state.counter == 0)
    #expect(bench.lines() == [])
    #expect(bench.errors == [])
  }

  @Test("that throws is undone in all its substances, and notifies no reactor")
  func thrown() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.watch(app, cart)
    var made: [String] = []
    let line = #line + 1
    reactor.mix(app) { $0.prop.counter = 1 }
      .with(cart) {
        $0.prop.counter = 2
        throw MixingProblem(description: "no stock")
      }
      .and(app) { _ in made.append("after") }
      .andReact()
    #expect(made == [])
    #expect(app.state.counter == 0)
    #expect(cart.state.counter == 0)
    #expect(bench.lines() == [])
    #expect(
      bench.errors == [
        """
        A mix of the chain begun at FlaskTests/MixingChainTests.swift:\(line) has thrown, so the chain was aborted: \
        no stock. To commit the other mixes, catch the error in the mix.
        """
      ])
    reactor.mix(app) { $0.prop.counter = 3 }.andReact()
    #expect(bench.lines() == ["app 0 3"])
  }

  @Test("that throws is undone before the error handler is notified, which may read the state")
  func thrownAndRead() {
    let app = MixingReactive(name: "app", in: bench.flask)
    let reactor = bench.watch(app)
    app.define(mix: .add) { _, react, abort in
      app.prop.counter = 9
      abort()
      react()
    }
    var (seen, told): ([Int], Int) = ([], 0)
    bench.flask.bus.flow.errorHandler = { _ in
      told += 1
      // Where it is told of its own reading, that must end.
      if told < 10 { seen.append(app.state.counter) }
    }
    reactor.mix(app) {
      $0.prop.counter = 9
      throw MixingProblem(description: "")
    }.andReact()
    #expect(seen == [0])
    bench.flask.substances(reactTo: MixingMixers.forget)
    #expect(seen == [0, 0])
    bench.flask.substances(reactTo: MixingMixers.add)
    #expect(seen == [0, 0, 0])
  }

  @Test("that throws when its turn has come is undone, too", arguments: [false, true])
  func thrownLater(inReaction: Bool) {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.watch(app, cart)
    func fail() {
      reactor.mix(app) { $0.prop.counter = 9 }
        .and(cart) { _ in throw MixingProblem(description: "later") }.andReact()
    }
    if inReaction {
      _ = bench.flask.reactor(attachedTo: bench.diary, mixing: cart) { _, _ in fail() }
      reactor.mix(cart) { $0.prop.counter = 1 }.andReact()
      #expect(bench.lines() == ["cart 0 1"])
    } else {
      let lock = bench.flask.lock()
      fail()
      #expect(bench.errors == [])
      lock.release()
    }
    #expect(app.state.counter == 0)
    #expect(bench.errors.count == 1)
    #expect(bench.errors.allSatisfy { $0.contains("so the chain was aborted: later. To commit") })
  }

  @Test("made inside of a reaction waits until all reactors have been notified of the one before")
  func inReaction() {
    let app = bench.app()
    let diary = bench.diary
    let first = bench.flask.reactor(attachedTo: diary, mixing: app)
    first.handler = { [unowned first] diary, reaction in
      diary.lines.append("first \(app.state.counter)")
      if app.state.counter < 3 { first.mix(app) { $0.prop.counter += 1 }.andReact() }
      diary.lines.append("asked \(app.state.counter)")
    }
    bench.watch(app)
    first.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(
      bench.lines() == [
        "first 1", "asked 1", "app 0 1", "first 2", "asked 2", "app 1 2", "first 3", "asked 3", "app 2 3",
      ])
    #expect(bench.errors == [])
  }

  @Test("resolved inside of a mix is a transaction of its own, after that one, even if that throws")
  func inMix() {
    let app = bench.app()
    let reactor = bench.watch(app)
    reactor.mix(app) {
      reactor.mix(app) { $0.prop.counter += 10 }.andReact()
      $0.prop.counter = 1
    }.andReact()
    #expect(bench.lines() == ["app 0 1", "app 1 11"])
    reactor.mix(app) { _ in
      reactor.mix(app) { $0.prop.counter += 10 }.andReact()
      throw MixingProblem(description: "outer")
    }.andReact()
    #expect(bench.lines() == ["app 11 21"])
  }

  @Test("made by the reaction to the one before, 50,000 times, uses constant stack")
  func deep() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.handler = { [unowned reactor] _, _ in
      if app.state.counter < 50_000 { reactor.mix(app) { $0.prop.counter += 1 }.andReact() }
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 50_000)
  }

  @Test("may be made by a reactor that is unbound, which is not notified then")
  func unbound() {
    let app = bench.app()
    let reactor = bench.watch(app)
    reactor.unbind()
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 1)
    #expect(bench.lines() == [])
    #expect(bench.errors == [])
  }
}
