// expect-error: cannot convert value of type 'LampMessage' to expected argument type 'CounterMessage'
// A message of another store is sent.
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

enum LampMessage: Sendable {
  case turnOn
}

@MainActor
func use() {
  let store = Store(Counter(), update: update)
  store.send(LampMessage.turnOn)
}
