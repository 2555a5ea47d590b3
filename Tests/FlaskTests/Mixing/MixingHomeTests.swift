import Flask
import Testing

@Suite("The home of a context")
struct MixingHomeTests {
  /// A server with a context that it makes in its initialiser.
  private actor Server {
    private let flask: Flask
    private let app: Substance<MixingState>
    private var told: [Int] = []

    init() {
      flask = Flask(name: "server", archives: MemoryArchives())
      app = flask.newSubstance(definedBy: MixingState.self)
      app.define(mix: MixingMixers.add.rawValue) { [app] payload, react, _ in
        app.prop.counter += payload?["amount"] as? Int ?? 0
        react()
      }
    }

    func attach() {
      _ = flask.reactor(attachedTo: self, mixing: app) { server, reaction in
        server.assertIsolated()
        reaction.on(\MixingState.counter) { change in
          let counter = change.newValue()
          server.assumeIsolated { $0.told.append(counter) }
        }
      }
    }

    func mix() -> [Int] {
      flask.getReactor(attachedTo: self).mix(app) { $0.prop.counter += 1 }.andReact()
      return told
    }

    func sender() -> FlaskSender { flask.sender() }

    func counters() -> AsyncStream<Int> { app.values(of: \.counter) }

    func purge() { flask.endReactors() }

    func run() async -> [Int] {
      await flask.run()
      return told
    }
  }

  @Test("is the actor in whose initialiser it was made, from the first use")
  func actor() async {
    let server = Server()
    await server.attach()
    #expect(await server.mix() == [1])
    #expect(await server.mix() == [1, 2])
  }

  @Test("is the actor from whose inside its sender was first asked for")
  func sender() async {
    let server = Server()
    await server.attach()
    let sender = await server.sender()
    #expect(sender.substances(reactTo: MixingMixers.add, payload: ["amount": 5]))
    #expect(await server.run() == [5])
    #expect(await server.mix() == [5, 6])
  }

  @Test("may be none: in a plain function everything works as it stands")
  func plain() {
    let bench = MixingBench(isolation: nil)
    let app = MixingReactive(name: "app", in: bench.flask)
    let reactor = bench.watch(app)
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    reactor.mix(app) { $0.prop.counter += 1 }.and(app) { _ in throw MixingProblem(description: "no") }
      .andReact()
    bench.flask.substances(reactTo: MixingMixers.add, payload: ["amount": 2])
    #expect(bench.lines() == ["app 0 1", "app 1 3"])
    #expect(bench.errors.count == 1)
    bench.flask.endReactors()
  }

  @Test("a sender whose context has ended says that nothing will be done")
  func ended() async {
    let sender = FlaskSenderMaker.make()
    #expect(!sender.substances(reactTo: MixingMixers.add))
  }

  private enum FlaskSenderMaker {
    static func make() -> FlaskSender { MixingBench(isolation: nil).flask.sender() }
  }

  @Test("gives the values of a part to other isolations, from the present one, each once")
  func values() async {
    let server = Server()
    await server.attach()
    _ = await server.mix()
    let counters = await server.counters()
    let reading = Task.detached {
      var seen: [Int] = []
      for await counter in counters {
        seen.append(counter)
        if counter == 101 { break }
      }
      return seen
    }
    for _ in 0..<100 { _ = await server.mix() }
    #expect(await reading.value == Array(1...101))
  }

  @Test("ends the values with its reactors, and when their reader's task is cancelled")
  func valuesEnd() async {
    let server = Server()
    let counters = await server.counters()
    let others = await server.counters()
    let cancelled = Task.detached { for await _ in others {} }
    cancelled.cancel()
    await cancelled.value
    await server.purge()
    var seen: [Int] = []
    for await counter in counters { seen.append(counter) }
    #expect(seen == [0])
  }

  @Test("releases the reactor of values that are not read any more")
  @MainActor
  func valuesLetGo() async {
    let bench = MixingBench()
    weak var substance: SubstanceConcrete?
    do {
      let app = bench.app()
      substance = app
      let counters = app.values(of: \.counter)
      let reading = Task.detached { for await counter in counters where counter == 1 { break } }
      bench.watch(app).mix(app) { $0.prop.counter = 1 }.andReact()
      await reading.value
      bench.flask.detachReactor(from: bench.diary)
    }
    await bench.flask.run()
    #expect(substance == nil)
    #expect(bench.errors == [])
  }

  @Test(
    "gives the values of a part as it was committed, when they are asked for inside of a mix or a reaction")
  @MainActor
  func valuesInside() async {
    let bench = MixingBench()
    let app = bench.app()
    var streams: [AsyncStream<Int>] = []
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.handler = { [unowned reactor] _, _ in
      streams.append(app.values(of: \.counter))
      reactor.handler = nil
    }
    reactor.mix(app) {
      $0.prop.counter = 1
      streams.append($0.values(of: \.counter))
    }.andReact()
    reactor.mix(app) { $0.prop.counter = 2 }.andReact()
    bench.flask.endReactors()
    var seen: [[Int]] = []
    for stream in streams {
      var values: [Int] = []
      for await value in stream { values.append(value) }
      seen.append(values)
    }
    #expect(seen == [[0, 1, 2], [1, 2]])
    #expect(bench.errors == [])
  }
}
