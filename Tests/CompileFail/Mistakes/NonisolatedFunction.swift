// expect-error: main actor-isolated property 'store' can not be referenced from a nonisolated context
// A store of the main actor is used from a function that may run anywhere.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  .none
}

@MainActor
final class Screen {
  let store = Store(Counter(), update: update)
}

func increment(_ screen: Screen) {
  screen.store.send(.increment)
}
