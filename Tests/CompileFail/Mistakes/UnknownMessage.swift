// expect-error: type 'CounterMessage' has no member 'incremented'
// A message that does not exist is sent.
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
  store.send(.incremented)
}
