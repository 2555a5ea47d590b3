// expect-error: cannot convert value of type '@Sendable (Counter, CounterMessage) -> Counter' to expected argument type '(inout Counter, CounterMessage) -> Effect<CounterMessage>'
// An update in the manner of Redux takes a state and answers with a new one.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func update(_ counter: Counter, _ message: CounterMessage) -> Counter {
  Counter(count: counter.count + 1)
}

@MainActor
func use() {
  let store = Store(Counter(), update: update)
  store.send(.increment)
}
