import Flask
import Testing

@MainActor
struct CoreSmokeTests {
  @Test("a chain is one transaction, and its reactor is notified of the keys that have changed")
  func chain() {
    let bench = Bench()
    let app = bench.flask.newSubstance(definedBy: AppState.self, named: "app")
    let cart = bench.flask.newSubstance(definedBy: AppState.self, named: "cart")
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app, cart) { diary, reaction in
      reaction.on(AppState.prop.counter) { change in
        diary.lines.append(
          "\(change.substance().name()) \(change.oldValue() ?? -1) \(change.newValue() ?? -1)")
      }
      reaction.on("info.nest.foo") { diary.lines.append("foo \($0.newValue() ?? "")") }
      reaction.at(cart)?.on(\.info.nest.foo) { diary.lines.append("typed \($0.oldValue()) \($0.newValue())") }
      if reaction.at(app) != nil { #expect(cart.state.counter == 2) }
    }
    reactor.mix(app) { $0.prop.counter = 1 }
      .with(cart) { $0.prop.counter = 2 }
      .and(cart) { $0.prop.info.nest.foo = "new" }
      .andReact()
    #expect(bench.diary.lines == ["app 0 1", "cart 0 2", "foo new", "typed mutable new"])
    #expect(bench.errors == [])
  }
}
