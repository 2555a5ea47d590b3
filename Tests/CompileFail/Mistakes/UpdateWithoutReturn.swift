// expect-error: cannot convert value of type '()' to specified type 'Effect<CounterMessage>'
// An update does not say that there is nothing to do.
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
  case .increment: counter.count += 1
  case .loaded(let count): counter.count = count
  }
}
