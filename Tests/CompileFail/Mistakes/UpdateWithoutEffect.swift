// expect-error: 'init(_:of:name:flow:environment:subscriptions:parts:isolation:update:)' is unavailable: An update must return an Effect: end it with 'return .none'.
// An update has no result at all.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func update(_ counter: inout Counter, _ message: CounterMessage) {
  counter.count += 1
}

@MainActor
func use() {
  let store = Store(Counter(), update: update)
  store.send(.increment)
}
