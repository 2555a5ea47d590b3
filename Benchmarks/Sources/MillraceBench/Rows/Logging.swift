import Measuring
import Millrace
import MillraceLogging

extension BenchmarkRow {
  /// A turn of a store whose turns are printed with their changes.
  static let printChanges = BenchmarkRow(
    "print-changes", summary: "the row dispatch with `printChanges` to a closure that does nothing",
    operations: 20_000, quickOperations: 4_000,
    floor: Comparison("dispatch with a tap", dispatchSide(tapped: true)),
    others: [Comparison("dispatch, not attached", dispatchSide(tapped: false))],
    side: Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let count = Box()
      let changes = store.printChanges(maximumLength: 100, to: { _ in count.sum &+= 1 })
      return { operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, token, changes))
      }
    })

  /// A turn of a store whose turns are logged.
  static let logLine = BenchmarkRow(
    "log-line", summary: "the row dispatch with a log that makes an entry of each turn, without changes",
    operations: 50_000, quickOperations: 10_000,
    floor: Comparison("dispatch with a tap", dispatchSide(tapped: true)),
    others: [
      Comparison(
        "a log whose level leaves turns out",
        loggedSide(level: .error))
    ],
    side: loggedSide(level: .info))

  private static func loggedSide(level: TurnLog.Level) -> Side {
    Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let sink = TurnLog.Sink { entry in blackHole(entry) }
      let log = TurnLog(to: sink, level: level).attach(to: store.flow)
      return { operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, token, log))
      }
    }
  }
}
