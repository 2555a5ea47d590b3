import Harvest
import Measuring

extension BenchmarkRow {
  /// An input through a table, against a switch that is written by hand.
  static let harvestTable = BenchmarkRow(
    "harvest-table", summary: "one input that only the last of a table's twelve rows takes",
    operations: 2_000_000, quickOperations: 200_000, allocationGoal: 0,
    floor: Comparison(
      "switch by hand", goal: 15,
      Side {
        let ring = opaque(RingSwitch())
        return { operations in
          for _ in 0..<operations {
            var state = opaque(RingState.s11)
            blackHole(ring.call(opaque(.i11), &state) == nil)
            blackHole(state)
          }
        }
      }),
    side: Side {
      let ring = opaque(makeRing())
      return { operations in
        for _ in 0..<operations {
          var state = opaque(RingState.s11)
          blackHole(ring.apply(opaque(.i11), to: &state) == nil)
          blackHole(state)
        }
      }
    })
}
