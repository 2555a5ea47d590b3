import Katana
import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn after which as many subscriptions are wanted as before, against comparing two arrays.
  static let katanaSubscriptions = BenchmarkRow(
    "katana-subscriptions", summary: "one turn after which the same 1,000 subscriptions are wanted",
    operations: 2_000, quickOperations: 200, timeGoal: 20_000,
    floor: Comparison(
      "two arrays ==",
      Side {
        let before = opaque((0..<1_000).map(Channel.init))
        let after = opaque((0..<1_000).map(Channel.init))
        return { operations in
          for _ in 0..<operations { blackHole(opaque(before) == opaque(after)) }
        }
      }),
    others: [Comparison("100 subscriptions", goal: 12, subscriptionSide(100))],
    side: subscriptionSide(1_000))

  private static func subscriptionSide(_ count: Int) -> Side {
    Side {
      let model = Channels(open: (0..<count).map(Channel.init))
      // Nothing is given twice, and an interpreter is: the store is made of literals.
      guard
        let store = try? Katana.Store(
          model: model, updater: SliceCounter(),
          subscriptions: FunctionSubscriptionProvider { (model: Channels) in model.open },
          subscriptionInterpreters: [Silence.self])
      else { return { _ in } }
      return { operations in
        for _ in 0..<operations { store.dispatch(SliceMessage<Tag0>.add(1)) }
        blackHole(store)
      }
    }
  }
}

/// A subscription.
private struct Channel: Katana.Subscription, Hashable {
  let number: Int
}

private struct Channels: Model {
  var count = 0
  let open: [any Katana.Subscription]

  init(open: [Channel]) { self.open = open }
}

private struct SliceCounter: TypedUpdater {
  func update(model: inout Channels, message: SliceMessage<Tag0>) -> [any Command] {
    model.count &+= 1
    return []
  }
}

/// Listens to nothing.
private final class Silence: SubscriptionInterpreter {
  init(subscription: Channel, dispatch: Dispatcher) {}
  func start() {}
  func stop() {}
}
