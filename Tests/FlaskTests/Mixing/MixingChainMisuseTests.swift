import Flask
import Testing

@MainActor
@Suite("A chain that is used wrongly")
struct MixingChainMisuseTests {
  private let bench = MixingBench()

  @Test("dropped unresolved is aborted with a warning that names it, and blocks nothing")
  func dropped() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.watch(app, cart)
    var made = 0
    let line = #line + 2
    do {
      _ = reactor.mix(app) { _ in made += 1 }.with(cart) { _ in made += 1 }.and(app) { _ in made += 1 }
    }
    #expect(made == 0)
    #expect(
      bench.errors == [
        """
        The chain begun at FlaskTests/MixingChainMisuseTests.swift:\(line), over `app`, `cart`, was released without \
        `andReact()` or `andAbort()`, so it was aborted; end it with one of them.
        """
      ])
    reactor.mix(cart) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["cart 0 1"])
    #expect(bench.errors.count == 1)
  }

  @Test("dropped in a reaction, or while a lock is shut, is reported the same way")
  func droppedElsewhere() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.handler = { [unowned reactor] _, _ in _ = reactor.mix(app) { $0.prop.counter = 9 } }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.errors.count == 1)
    let lock = bench.flask.lock()
    _ = reactor.mix(app) { $0.prop.counter = 9 }
    #expect(bench.errors.count == 2)
    lock.release()
    #expect(app.state.counter == 1)
  }

  @Test("used after it was resolved says so and does nothing", arguments: ["andReact", "andAbort", "mix"])
  func usedTwice(asked: String) {
    let app = bench.app()
    let reactor = bench.watch(app)
    let line = #line + 1
    let chain = reactor.mix(app) { $0.prop.counter += 1 }
    chain.andReact()
    switch asked {
    case "andReact": chain.andReact()
    case "andAbort": chain.andAbort()
    default: _ = chain.and(app) { $0.prop.counter = 9 }
    }
    #expect(app.state.counter == 1)
    #expect(
      bench.errors == [
        """
        `\(asked)` was called on the chain begun at FlaskTests/MixingChainMisuseTests.swift:\(line), which has \
        already ended, so the call did nothing; begin another chain with `mix`.
        """
      ])
  }

  @Test("kept after it was resolved is not taken for the next one")
  func kept() {
    let app = bench.app()
    let reactor = bench.watch(app)
    let old = reactor.mix(app) { $0.prop.counter += 1 }
    old.andReact()
    let next = reactor.mix(app) { $0.prop.counter += 10 }
    old.andReact()
    #expect(app.state.counter == 1)
    next.andReact()
    #expect(app.state.counter == 11)
    #expect(bench.errors.count == 1)
  }

  @Test("that resolves itself in one of its mixes is reported, and runs once")
  func resolvesItself() {
    let app = bench.app()
    let reactor = bench.watch(app)
    var chain: ChainReaction?
    chain = reactor.mix(app) {
      $0.prop.counter += 1
      chain?.andReact()
      _ = chain?.and(app) { $0.prop.counter = 9 }
    }
    chain?.andReact()
    #expect(app.state.counter == 1)
    #expect(bench.errors.count == 2)
    chain = nil
  }

  @Test("that mixes a substance which its reactor does not have is aborted as a whole")
  func notBound() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.watch(app)
    let line = #line + 1
    reactor.mix(app) { $0.prop.counter = 1 }.with(cart) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 0)
    #expect(cart.state.counter == 0)
    #expect(bench.lines() == [])
    #expect(
      bench.errors == [
        """
        The chain begun at FlaskTests/MixingChainMisuseTests.swift:\(line) mixes the substance `cart`, but the \
        reactor of `MixingDiary` was created without it, so the chain was aborted; name the substance when the \
        reactor is created.
        """
      ])
    reactor.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == ["app 0 2"])
  }

  @Test("with a substance of another context is aborted, and the reactor was made without that")
  func otherContext() {
    let stranger = MixingBench(name: "elsewhere")
    let app = bench.app()
    let foreign = stranger.app("foreign")
    let reactor = bench.watch(app, foreign)
    #expect(
      bench.errors == [
        """
        The substance `foreign` belongs to another context than `test` and was left out; create it in that context.
        """
      ])
    reactor.mix(app) { $0.prop.counter = 1 }.and(foreign) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 0)
    #expect(foreign.state.counter == 0)
    #expect(bench.errors.count == 2)
    reactor.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(app.state.counter == 2)
    #expect(stranger.errors == [])
  }

  @Test("whose reactor ends before it is made mixes its substances all the same", arguments: [false, true])
  func reactorEnds(waits: Bool) {
    var seen: [Int] = []
    let flask = bench.flask
    let lock = waits ? flask.lock() : nil
    var chain: ChainReaction?
    do {
      let (app, cart) = (bench.app(), bench.app("cart"))
      chain = bench.watch(app, cart).mix(app) {
        flask.endReactors()
        $0.prop.counter += 1
      }.and(cart) {
        $0.prop.counter = 2
        seen.append($0.prop.counter)
      }
    }
    if waits { chain?.andReact() }
    flask.detachReactor(from: bench.diary)
    chain?.andReact()
    chain = nil
    lock?.release()
    #expect(seen == [2])
    #expect(bench.lines() == [])
    #expect(bench.errors.count == (waits ? 1 : 0))
  }

  @Test("outlives its context without a word")
  func outlives() {
    var chain: ChainReaction?
    do {
      let stranger = MixingBench()
      let app = stranger.app()
      chain = stranger.watch(app).mix(app) { $0.prop.counter = 1 }
      chain?.andReact()
      stranger.flask.endReactors()
    }
    chain?.andReact()
    chain?.andAbort()
    chain = nil
    #expect(bench.errors == [])
  }

  @Test("that was abandoned releases what its mixes hold")
  func letsGo() {
    let app = bench.app()
    let reactor = bench.watch(app)
    weak var held: MixingImage?
    for end in 0..<4 {
      let image = MixingImage()
      held = image
      let chain = reactor.mix(app) { _ in
        _ = image
        if end == 3 { throw MixingProblem(description: "") }
      }
      switch end {
      case 0: chain.andReact()
      case 1: chain.andAbort()
      case 2: break
      default: chain.andReact()
      }
    }
    #expect(held == nil)
  }
}
