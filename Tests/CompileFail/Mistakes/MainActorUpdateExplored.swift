// with: -default-isolation MainActor
// expect-error: call to main actor-isolated initializer 'init(_:of:name:flow:environment:subscriptions:parts:update:)' in a synchronous actor-isolated context
// An update of the main actor is explored, which happens on another actor; `nonisolated` before the update
// mends it.
import Millrace
import MillraceTesting

struct Counter {
  var count = 0
}

enum CounterMessage: Sendable {
  case increment
}

func update(_ counter: inout Counter, _ message: CounterMessage) -> Effect<CounterMessage> {
  counter.count += 1
  return .none
}

func explore() async -> Exploration {
  await Explorer().explore { world in
    let store = Store(Counter(), flow: world.flow, update: update)
    world.user("clicker", sends: [.increment], to: store)
  }
}
