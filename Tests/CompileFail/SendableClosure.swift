// expect-error: capture of 'store' with non-Sendable type
// A closure that any thread may call does not take a store with it; a sender is what it can take.
import Millrace

struct State {
  var count = 0
}

enum Message: Sendable {
  case increment
}

func callAnywhere(_ body: @escaping @Sendable () -> Void) {
  body()
}

@MainActor
func captureInSendableClosure() {
  let store = Store(State()) { (state: inout State, message: Message) in .none }
  callAnywhere { store.send(.increment) }
}
