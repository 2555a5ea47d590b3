import Flask
import Testing

@MainActor
struct BusForeignMessageTests {
  @Test("a message that waits in one context is not made in another, which says so")
  func foreignMessages() {
    let (bench, other) = (ContextBench("one"), ContextBench("two"))
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
    let lock = bench.flask.lock()
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    other.flask.feed(bench.flask.bus.waiting[0])
    #expect(other.problems == ["cannotFeed"])
    lock.release()
    #expect(app.state.counter == 1)
    #expect(bench.problems == [])
  }

  @Test("a recorded message is fed to no substance of another context")
  func foreignSubstances() {
    let (bench, other) = (ContextBench("one"), ContextBench("two"))
    let (app, foreign) = (bench.app(), other.app())
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
    var recorded: [FluxMessage] = []
    let tap = bench.flask.bus.flow.tap { record in
      if let message = record.message as? FluxMessage { recorded.append(message) }
    }
    reactor.mix(app) { $0.prop.counter = 7 }.andReact()
    tap.cancel()
    bench.flask.feed(recorded[0], to: [foreign])
    #expect(foreign.state.counter == 0)
    #expect(bench.problems == ["otherContext"])
    #expect(other.problems == [])
  }
}
