// expect-error: setter for 'subscript(dynamicMember:)' is unavailable: Only the update changes the state: send a message instead.
// The state is changed from outside of the update.
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
  store.count += 1
}
