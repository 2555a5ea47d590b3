// expect-success
// Shows that the programs beside this one fail for what they do wrong, and not because the modules are not
// found.
import Millrace

struct State {
  var count = 0
}

enum Message: Sendable {
  case increment
}

@MainActor
func useAtHome() {
  let store = Store(State()) { (state: inout State, message: Message) in
    state.count += 1
    return .none
  }
  store.send(.increment)
}
