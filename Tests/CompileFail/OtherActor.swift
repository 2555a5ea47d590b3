// expect-error: sending 'store' risks causing data races
// A store made on the main actor is not for another actor, whose methods run on its own executor.
import Millrace

struct State {
  var count = 0
}

enum Message: Sendable {
  case increment
}

actor Elsewhere {
  func use(_ store: Store<State, Message>) {
    store.send(.increment)
  }
}

@MainActor
func passToOtherActor(_ elsewhere: Elsewhere) async {
  // Sendable, so that it is the store alone, and not its update, that belongs to the main actor.
  let store = Store(State()) { @Sendable (state: inout State, message: Message) in .none }
  await elsewhere.use(store)
}
