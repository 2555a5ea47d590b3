import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn that affects a thousand observers, against calling a thousand closures.
  static let fanout = BenchmarkRow(
    "fanout", summary: "one message that changes what 1,000 observers look at",
    operations: 10_000, quickOperations: 1_000, allocationGoal: 0,
    floor: Comparison(
      "1,000 closures", goal: 1.3,
      Side {
        let observers = (0..<observerCount).map { _ in makeCounterObserver() }
        return { operations in
          for operation in 0..<operations {
            for observer in observers { observer.call(operation) }
          }
        }
      }),
    side: Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let tokens = (0..<observerCount).map { _ in store.observe(\.counter, makeCounterObserver().call) }
      return { operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, tokens))
      }
    })
}

private let observerCount = 1_000
