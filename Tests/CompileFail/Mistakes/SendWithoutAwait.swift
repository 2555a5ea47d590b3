// expect-error: expression is 'async' but is not marked with 'await'
// An effect does not await its turn.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  switch message {
  case .increment: return .run { send in send(.loaded(1)) }
  case .loaded(let count): counter.count = count
  }
  return .none
}
