// expect-error: mutable capture of 'inout' parameter 'counter' is not allowed in concurrently-executing code
// An effect changes the state.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  .run { send in
    counter.count += 1
  }
}
