// expect-error: 'async' call in a function that does not support concurrency
// An update waits.
import Millrace

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
  case loaded(Int)
}

func load() async -> Int { 1 }

func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  counter.count = await load()
  return .none
}
