import Millrace
import MillraceTesting
import Testing

struct Counter: Equatable {
  var count = 0
}

enum CounterMessage: Equatable {
  case increment
  case add(Int)
}

func updateCounter(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  switch message {
  case .increment: return .run(label: "add") { send in await send(.add(1)) }
  case .add(let number): counter.count += number
  }
  return .none
}

@MainActor
final class CounterScreen {
  let store = Store(Counter(), update: updateCounter)
  private(set) var title = ""

  init() {
    store.observe(\.count, owner: self, initial: true) { screen, count in screen.title = "\(count)" }
  }
}

@MainActor
@Suite("Stores in language mode 5") struct Swift5StoreTests {
  @Test("a screen shows what its store has")
  func screen() async {
    let screen = CounterScreen()
    #expect(screen.title == "0")
    screen.store.send(.increment)
    await screen.store.run()
    #expect(screen.title == "1")
  }

  @Test("a sender posts from anywhere")
  func sender() async {
    let store = Store(Counter(), update: updateCounter)
    let sender = store.sender()
    _ = await Task.detached { sender.send(.add(2)) }.value
    await store.run()
    #expect(store.count == 2)
  }

  @Test("a test store receives every step")
  func testStore() async {
    let test = TestStore(Store(Counter(), update: updateCounter))
    test.send(.increment, effects: [.starts("add")])
    await test.receive(.add(1)) { $0.count = 1 }
    await test.finish()
  }

  @Test("an explorer tries every order")
  func explored() async {
    let exploration = await Explorer().explore { world in
      let store = Store(Counter(), flow: world.flow, update: updateCounter)
      world.user("clicker", sends: [.increment, .increment], to: store)
      world.finally("both have counted") { store.count == 2 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
