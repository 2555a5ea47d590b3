import Flask
import MillraceTesting
import Testing

@MainActor
struct BusDelayedLockTests {
  @Test("a gate that delays a mix with a lock does not leave the bus paused")
  func delayed() async {
    let clock = ManualClock()
    let bench = ContextBench(environment: StoreEnvironment(clock: clock))
    let app = ContextReactive(name: "app", in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
    let gate = bench.flask.bus.flow.gate("slow") { _ in .delay(.seconds(1)) }
    bench.flask.lock(withMixer: ContextMixers.load, autorelease: true)
    reactor.mix(app) { $0.prop.counter += 1 }.andReact()
    await clock.advance(by: .seconds(2))
    await bench.flask.run()
    #expect(app.state.counter == 101)
    #expect(!bench.flask.bus.isLocked)
    gate.cancel()
  }
}
