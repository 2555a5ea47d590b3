import Millrace

/// An actor that is a store's home, and waits for the store to have taken a number of turns.
actor Home {
  /// The count at which waiting stops.
  private final class Goal {
    var counter = 0
    var reached: CheckedContinuation<Void, Never>?
  }

  private let goal = Goal()
  private var store: Store<BenchState, BenchMessage>?
  private var token: ObservationToken?

  /// Creates the store, here, with an observer of the counter that knows when the goal is reached.
  func open() -> Sender<BenchMessage> {
    let store = Store(BenchState(), update: makeUpdate().call)
    token = store.observe(\.counter) { [goal] counter in
      if counter == goal.counter { goal.reached?.resume() }
    }
    self.store = store
    return store.sender()
  }

  /// Calls `start`, here, and returns when `turns` turns have been taken since.
  func run(
    turns: Int, _ start: @Sendable (isolated Home, Store<BenchState, BenchMessage>) -> Void
  ) async {
    guard let store else { return }
    goal.counter = store.withState { $0.counter } + turns
    await withCheckedContinuation { continuation in
      goal.reached = continuation
      start(self, store)
    }
  }
}
