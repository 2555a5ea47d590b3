import Measuring

extension BenchmarkRow {
  /// The cost of a tap that listens to every turn.
  static let tap = BenchmarkRow(
    "tap", summary: "the row dispatch with a tap that counts the turns",
    operations: 2_000_000, quickOperations: 200_000,
    floor: Comparison("dispatch", goal: 3, dispatchSide(tapped: false)),
    side: dispatchSide(tapped: true))
}
