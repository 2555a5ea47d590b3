import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn in the store's own isolation, with one observer, against what it cannot do without.
  static let dispatch = BenchmarkRow(
    "dispatch", summary: "one message through a store with one observer of the counter",
    operations: 5_000_000, quickOperations: 500_000, allocationGoal: 0,
    floor: Comparison(
      "closure", goal: 2,
      Side {
        let update = makeUpdate()
        return { operations in
          var state = BenchState()
          for _ in 0..<operations { _ = update.call(&state, .increment) }
          blackHole(state)
        }
      }),
    others: [
      Comparison(
        "closure + observer",
        Side {
          let update = makeUpdate()
          let observer = makeCounterObserver()
          return { operations in
            var state = BenchState()
            for _ in 0..<operations {
              _ = update.call(&state, .increment)
              observer.call(state.counter)
            }
            blackHole(state)
          }
        }),
      Comparison(
        "closure on an object's state",
        Side {
          let update = makeUpdate()
          let model = opaque(Model())
          return { operations in
            for _ in 0..<operations { _ = update.call(&model.state, .increment) }
          }
        }),
    ],
    side: dispatchSide(tapped: false))

  /// The side that the rows `dispatch` and `tap` have in common.
  static func dispatchSide(tapped: Bool) -> Side {
    Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let count = Box()
      let tap = tapped ? store.flow.tap { _ in count.sum &+= 1 } : nil
      return { operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, token, tap))
      }
    }
  }
}

/// The state of an application without a store.
private final class Model {
  var state = BenchState()
}
