// expect-error: expression is 'async' but is not marked with 'await'
// The end of the effects is not awaited.
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
func use() async {
  let store = Store(Counter(), update: update)
  store.run()
}
