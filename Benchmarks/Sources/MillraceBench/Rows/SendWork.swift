import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn whose handle is kept, against one whose handle is not used.
  static let sendWork = BenchmarkRow(
    "send-work", summary: "the row `dispatch` with the handle of each send kept in a variable",
    operations: 5_000_000, quickOperations: 500_000, allocationGoal: 0,
    floor: Comparison("dispatch", goal: 3, dispatchSide(tapped: false)),
    side: Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let last = LastWork()
      return { operations in
        for _ in 0..<operations { last.work = store.send(.increment) }
        blackHole((store, token, last))
      }
    })
}

/// The handle of the latest send.
private final class LastWork {
  var work: SentWork?
}
