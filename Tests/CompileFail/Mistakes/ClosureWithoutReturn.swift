// expect-error: 'init(_:of:name:flow:environment:subscriptions:parts:isolation:update:)' is unavailable: An update must return an Effect: end it with 'return .none'.
// An update that is a closure does not say that there is nothing to do.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

@MainActor
func use() {
  let store = Store(Counter(), of: CounterMessage.self) { counter, message in
    switch message {
    case .increment: counter.count += 1
    case .loaded(let count): counter.count = count
    }
  }
  store.send(.increment)
}
