import Testing

@testable import Flask

@MainActor
struct MixingReentryTests {
  @Test("`prop` that is used while it is being changed is an error, and what is written is dropped")
  func changesInsideOfChanges() {
    let bench = ContextBench()
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
    reactor.mix(app) { app in
      app.prop.list = (0..<100).map { "a text that lies on the heap, number \($0)" }
    }.andReact()
    reactor.mix(app) { app in
      app.prop.list.removeAll { text in
        app.prop.list = []
        return text.isEmpty
      }
    }.andReact()
    #expect(app.state.list.count == 100)
    #expect(bench.problems.count == 100)
  }

  @Test("a listener whose end ends other listeners of its key leaves the rest alone")
  func endsInsideOfEnds() {
    let bench = ContextBench()
    let app = bench.app()
    let owners = (0..<50).map { _ in ContextOwner() }
    var told = 0
    for index in 0..<49 {
      let end = ContextEnd { bench.flask.detachReactor(from: owners[index + 1]) }
      _ = bench.flask.reactor(attachedTo: owners[index], mixing: app).on("counter") { _, _ in
        withExtendedLifetime(end) { told += 1 }
      }
    }
    _ = bench.flask.reactor(attachedTo: owners[49], mixing: app)
    let last = bench.flask.reactor(attachedTo: bench.owner, mixing: app).on("counter") { _, _ in told += 1 }
    bench.flask.detachReactor(from: owners[0])
    last.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(told == 1)
    #expect(bench.problems == [])
  }

  @Test("a mixer whose end defines the mixers again is released")
  func definesInsideOfDefine() {
    let bench = ContextBench()
    let app = ContextReactive(in: bench.flask)
    let end = ContextEnd { [unowned app] in app.define(mix: "other") { _, _, abort in abort() } }
    app.define(mix: "one") { [end] _, _, abort in withExtendedLifetime(end) { abort() } }
    _ = consume end
    app.define(mix: "one") { _, _, abort in abort() }
    #expect(bench.problems == [])
  }

  @Test("paths that are made again for each reaction are one key")
  func madePaths() {
    let bench = ContextBench()
    let app = bench.app()
    var told = 0
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app) { _, reaction in
      for index in 0..<2 { reaction.on(\ContextState.list[index]) { _ in told += 1 } }
    }
    reactor.unbind()
    reactor.mix(app) { $0.prop.list = ["a", "b"] }.andReact()
    reactor.bind()
    for turn in 0..<1000 { reactor.mix(app) { $0.prop.list[0] = "\(turn)" }.andReact() }
    #expect(told == 1000)
    #expect(app.slots.count == 2)
  }
}
