import Harvest
import Measuring

extension BenchmarkRow {
  /// An effect of a machine that runs as a task and answers, against the kernel's own.
  static let harvestEffect = BenchmarkRow(
    "harvest-effect",
    summary: "one effect of a machine whose task answers with an input, one after the other",
    operations: 100_000, quickOperations: 10_000,
    floor: Comparison("the kernel's effect-task", goal: 1.2, effectTaskSide),
    side: Side(async: {
      let home = HarvestHome()
      await home.open()
      return { operations in
        await home.run(inputs: operations + 1) { $0.send(.chain(remaining: operations)) }
      }
    }))
}
