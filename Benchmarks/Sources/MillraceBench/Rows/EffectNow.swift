import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn whose effect is a message at once, against the two updates it comes to.
  static let effectNow = BenchmarkRow(
    "effect-now", summary: "one message whose effect sends a second one at once",
    operations: 2_000_000, quickOperations: 200_000, allocationGoal: 0,
    floor: Comparison(
      "two closures", goal: 4,
      Side {
        let update = makeUpdate()
        return { operations in
          var state = BenchState()
          for _ in 0..<operations {
            _ = update.call(&state, .incrementTwice)
            _ = update.call(&state, .increment)
          }
          blackHole(state)
        }
      }),
    side: Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      return { operations in
        for _ in 0..<operations { store.send(.incrementTwice) }
        blackHole(store)
      }
    })
}
