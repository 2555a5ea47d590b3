// expect-error: passing closure as a 'sending' parameter risks causing data races
// A store made on the main actor is not for a task that runs anywhere.
import Millrace

struct State {
  var count = 0
}

enum Message: Sendable {
  case increment
}

@MainActor
func useInDetachedTask() {
  // Sendable, so that it is the store alone, and not its update, that belongs to the main actor.
  let store = Store(State()) { @Sendable (state: inout State, message: Message) in .none }
  Task.detached { store.send(.increment) }
}
