import Millrace

/// A number that goes up and down: a state, its messages, and its update.
struct Counter: Equatable {
  var value = 0

  enum Message: Sendable {
    case up, down, reset
  }

  /// Changes the number in place, without an effect.
  static func update(_ counter: inout Counter, _ message: Message) -> Effect<Message> {
    switch message {
    case .up: counter.value += 1
    case .down: counter.value -= 1
    case .reset: counter.value = 0
    }
    return .none
  }
}
