import Harvest
import Millrace

enum HarvestQueue: EffectQueueProtocol {
  case `default`
  case search

  var flattenStrategy: FlattenStrategy { self == .search ? .latest : .merge }
  static var defaultEffectQueue: HarvestQueue { .default }
}

/// The update of the bench state as a machine.
func makeMapping() -> Harvester<BenchMessage, BenchState>.EffectMapping<Void, HarvestQueue, Never> {
  .makeInout { message, state in
    state.counter &+= 1
    switch message {
    case .increment: return .empty
    case .incrementTwice: return Effect(.increment)
    case .chain(remaining: 0): return .empty
    case .chain(let remaining):
      return Effect { _ in .chain(remaining: remaining - 1) }
    case .search:
      let ticket = Ticket()
      return Effect(queue: .search) { _ in await ticket.search() }
    }
  }
}

/// An actor that is a machine's home, and waits for it to have taken a number of inputs.
actor HarvestHome {
  /// The count at which waiting stops.
  private final class Goal {
    var counter = 0
    var reached: CheckedContinuation<Void, Never>?
  }

  private let goal = Goal()
  private var harvester: Harvester<BenchMessage, BenchState>?
  private var token: ObservationToken?

  /// Creates the machine, here, with an observer of the counter that knows when the goal is reached.
  func open() {
    let harvester = Harvester(state: BenchState(), mapping: makeMapping(), world: ())
    token = harvester.store.observe(\.counter) { [goal] counter in
      if counter == goal.counter { goal.reached?.resume() }
    }
    self.harvester = harvester
  }

  /// Calls `start`, here, and returns when `inputs` inputs have been taken since.
  func run(inputs: Int, _ start: @Sendable (Harvester<BenchMessage, BenchState>) -> Void) async {
    guard let harvester else { return }
    goal.counter = harvester.store.withState { $0.counter } + inputs
    await withCheckedContinuation { continuation in
      goal.reached = continuation
      start(harvester)
    }
  }
}
