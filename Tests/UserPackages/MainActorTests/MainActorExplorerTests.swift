import Millrace
import MillraceTesting
import Testing

// The explorer takes turns on an actor of its own, so the update says that it belongs to no actor.

nonisolated struct Basket: Equatable {
  var items: [String] = []
  var isPaid = false
}

nonisolated enum BasketMessage: Sendable {
  case pay
  case paid
}

nonisolated func updateBasket(_ basket: inout Basket, _ message: BasketMessage) -> Effect<BasketMessage> {
  switch message {
  case .pay: return .run(in: .exhaust("pay"), label: "pay") { send in await send(.paid) }
  case .paid: basket.isPaid = true
  }
  return .none
}

@Suite("Updates that are explored") struct MainActorExplorerTests {
  @Test("an update of no actor is explored in every order")
  func explored() async {
    let exploration = await Explorer().explore { world in
      let store = Store(Basket(), flow: world.flow, update: updateBasket)
      world.user("shopper", sends: [.pay, .pay], to: store)
      world.finally("it is paid") { store.isPaid }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("the same update serves a store of the main actor")
  func atHome() async {
    let store = Store(Basket(), update: updateBasket)
    store.send(.pay)
    await store.run()
    #expect(store.isPaid)
  }
}
