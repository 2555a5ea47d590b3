import Flask
import Millrace
import MillraceTesting
import MillraceToolkit
import Testing

/// The substances, reactors, locks, mixers and archives of a context, as tools see them.
@MainActor
@Suite("Facts of a context")
struct BusFactsTests {
  private let clock = ManualClock()
  private let bench: ContextBench

  init() {
    bench = ContextBench(environment: StoreEnvironment(clock: clock))
  }

  private func facts() -> StoreFacts { FlowInternals(bench.flask.bus.flow).facts()[0].facts }

  @Test("A context that nothing uses has no tables")
  func empty() {
    #expect(facts() == StoreFacts(dialect: "Flask"))
  }

  @Test("Substances are listed with their keys, and the reactors that are bound to them")
  func substances() {
    let app = bench.app("app")
    let list = bench.app("list")
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: [app, list]) { _, reaction in
      reaction.on(ContextState.prop.counter) { _ in }
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(
      facts().table("Substances")?.rows == [
        ["app", "ContextState", "counter, list", "1", "0"],
        ["list", "ContextState", "counter, list", "1", "0"],
      ])
    #expect(facts().table("Substances")?.marked == [0, 1])
    #expect(facts().table("Reactors")?.rows == [["ContextOwner", "app, list"]])
    bench.flask.endReactors()
    #expect(facts().table("Reactors") == nil)
    #expect(facts().table("Substances")?.marked == [])
    withExtendedLifetime((app, list)) {}
  }

  @Test("Mixers are listed with the substances that define them")
  func mixers() {
    let reactive = ContextReactive(name: "reactive", in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: [reactive])
    defer { withExtendedLifetime(reactor) {} }
    #expect(facts().table("Mixers")?.rows == [["add", "reactive"], ["load", "reactive"]])
  }

  @Test("Locks are listed while they are held, and the mixes that wait for them")
  func locks() {
    let reactive = ContextReactive(name: "reactive", in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: [reactive])
    defer { withExtendedLifetime(reactor) {} }
    let first = bench.flask.lock(withMixer: ContextMixers.load)
    let second = bench.flask.lock(withMixer: ContextMixers.add, autorelease: true)
    #expect(facts().table("Bus locks")?.rows == [["load", "no"], ["add", "yes"]])
    #expect(facts().table("Mixes behind a lock")?.rows == [["add"]])
    first.release()
    second.release()
    #expect(facts().table("Bus locks") == nil)
    #expect(facts().table("Mixes behind a lock") == nil)
  }

  @Test("Archives are listed with their state: saved, unsaved, or saved by hand")
  func archives() async {
    let storage = BusStorage()
    let bench = ContextBench(storage: storage, environment: StoreEnvironment(clock: clock))
    func condition() -> [String]? {
      FlowInternals(bench.flask.bus.flow).facts()[0].facts.table("Archives")?.rows.first
    }
    let app = bench.flask.newSubstance(definedBy: ContextState.self, named: "app", archive: true)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: [app]) { _, _ in }
    #expect(condition() == ["app", "Fx.1.app", "no unsaved changes"])
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(condition()?[2] == "unsaved changes, to be saved in 2.0 seconds")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(condition()?[2] == "no unsaved changes")
    app.shouldArchive = false
    #expect(condition()?[2] == "saved by hand")
  }
}
