// expect-error: let 'store' is not concurrency-safe because non-'Sendable' type 'Store<Counter, CounterMessage>' may have shared mutable state
// A store in a nonisolated place.
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

let store = Store(Counter(), update: update)
