import Harvest
import Measuring

extension BenchmarkRow {
  /// An effect of a machine that replaces the one before it, against the kernel's own.
  static let harvestLatest = BenchmarkRow(
    "harvest-latest", summary: "one effect of a machine in a `latest` queue, which cancels the one before it",
    operations: 50_000, quickOperations: 5_000,
    floor: Comparison("the kernel's latest", goal: 1.2, latestSide),
    side: Side(async: {
      let home = HarvestHome()
      await home.open()
      return { operations in
        await home.run(inputs: operations + 1) { harvester in
          for _ in 0..<operations { harvester.send(.search) }
        }
        await Ticket.allGone()
      }
    }))
}
