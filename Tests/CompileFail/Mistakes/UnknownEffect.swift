// expect-error: type 'Effect<CounterMessage>' has no member 'task'
// An effect that does not exist is asked for.
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
  case .increment: return .task { .loaded(1) }
  case .loaded(let count): counter.count = count
  }
  return .none
}
