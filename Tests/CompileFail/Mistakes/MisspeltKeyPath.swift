// expect-error: value of type 'Counter' has no member 'cuont'
// A part that does not exist is observed.
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
  let token = store.observe(\.cuont) { count in print(count) }
  token.cancel()
}
