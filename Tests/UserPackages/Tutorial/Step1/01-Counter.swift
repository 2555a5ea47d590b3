import Millrace

struct Counter: Equatable {
  var count = 0
}

enum CounterMessage: Sendable {
  case pressed
  case reset
}

extension Counter {
  static func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
    switch message {
    case .pressed: counter.count += 1
    case .reset: counter.count = 0
    }
    return .none
  }
}
