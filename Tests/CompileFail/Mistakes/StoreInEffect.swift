// expect-error: capture of 'store' with non-Sendable type 'Store<Counter, CounterMessage>' in a '@Sendable' closure
// An effect sends to a store instead of using what it is handed.
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
func use() {
  let store = Store(Counter(), update: update)
  let other = Store(Counter(), of: CounterMessage.self) { _, _ in
    .run { _ in store.send(.increment) }
  }
  other.send(.increment)
}
