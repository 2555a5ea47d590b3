import Flask
import MillraceTesting
import Testing

@MainActor
struct CoreCornerCaseTests {
  @Test("a reactor that begins to observe inside of a reaction is not notified of that transaction")
  func lateListeners() async {
    let bench = Bench()
    let app = bench.flask.newSubstance(definedBy: AppState.self, named: "app")
    let cart = bench.flask.newSubstance(definedBy: AppState.self, named: "cart")
    let (late, diary) = (Diary(), bench.diary)
    var stream: AsyncStream<Int>?
    let reactor = bench.flask.reactor(attachedTo: diary, mixing: app, cart)
    reactor.handler = { diary, reaction in
      guard reaction.at(app) != nil, diary.lines.isEmpty else { return }
      diary.lines.append("told")
      _ = bench.flask.reactor(attachedTo: late, mixing: cart) { late, reaction in
        reaction.on(\AppState.counter) { late.lines.append("handler \($0.newValue())") }
      }.on(\AppState.counter) { late, change in late.lines.append("declared \(change.newValue())") }
      stream = cart.values(of: \.counter)
    }
    reactor.mix(app) { $0.prop.counter = 1 }.with(cart) { $0.prop.counter = 1 }.andReact()
    #expect(late.lines == [])
    reactor.mix(cart) { $0.prop.counter = 2 }.andReact()
    #expect(late.lines == ["declared 2", "handler 2"])
    var values: [Int] = []
    for await value in stream! {
      values.append(value)
      if values.count == 2 { break }
    }
    #expect(values == [1, 2])
  }

  @Test("an error handler that misuses a substance itself does not recurse")
  func errorsInTheErrorHandler() {
    let bench = Bench()
    let app = bench.flask.newSubstance(definedBy: AppState.self, named: "app")
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    var count = 0
    bench.flask.bus.flow.errorHandler = { _ in
      count += 1
      _ = app.state
    }
    reactor.mix(app) { app in _ = app.state }.andReact()
    #expect(count == 1)
  }

  @Test("numbers are given as whole and as floating-point numbers where nothing is lost")
  func numbers() {
    let bench = Bench()
    let app = bench.flask.newSubstance(definedBy: AppState.self, named: "app")
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      reaction.on("counter") { change in
        let (exact, text): (Double?, String?) = (change.newValue(), change.newValue())
        diary.lines.append("\(exact ?? 0) \(text ?? "none")")
      }
    }
    reactor.mix(app) { $0.prop.counter = 3 }.andReact()
    #expect(bench.diary.lines == ["3.0 none"])
  }

  @Test("a mix with a lock that a gate delays is made when its time has come, and the bus goes on")
  func delayedMixWithLock() async {
    let bench = Bench()
    let app = MixedApp(name: "app", in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.on(\AppState.counter) { diary, change in diary.lines.append("\(change.newValue())") }
    let gate = bench.flask.bus.flow.gate("slow") { passage in
      (passage.message as? FluxMessage)?.kind == .mixer("load") ? .delay(.seconds(1)) : .pass
    }
    bench.flask.lock(withMixer: EnvMixers.load, autorelease: true)
    reactor.mix(app) { $0.prop.counter += 10 }.andReact()
    #expect(bench.diary.lines == [])
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(1))
    await bench.flask.run()
    #expect(bench.diary.lines == ["1", "11"])
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.errors == [])
    gate.cancel()
  }

  @Test("what is set to be called on the release of a lock that is released already is called at once")
  func lateOnRelease() {
    let bench = Bench()
    let app = MixedApp(name: "app", in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    let lock = bench.flask.lock(withMixer: EnvMixers.load, autorelease: true)
    lock.onRelease = { _ in bench.diary.lines.append("released") }
    #expect(bench.diary.lines == ["released"])
    lock.release()
    #expect(bench.diary.lines == ["released"])
    #expect(reactor.isBound)
  }
}

private final class MixedApp: ReactiveSubstance<AppState, EnvMixers> {
  override func defineMixers() {
    define(mix: .load) { _, react, _ in
      self.prop.counter += 1
      react()
    }
  }
}
