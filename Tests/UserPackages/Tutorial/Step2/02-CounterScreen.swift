import Millrace

@MainActor
final class CounterScreen {
  private let store = Store(Counter(), update: Counter.update)
  private(set) var title = ""

  init() {
    store.observe(\.count, owner: self, initial: true) { screen, count in
      screen.title = "\(count) presses"
    }
  }

  func buttonPressed() {
    store.send(.pressed)
  }
}

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
