import Measuring
import Millrace

extension BenchmarkRow {
  /// An effect that runs as a task and answers with a message, against a bare task that does.
  static let effectTask = BenchmarkRow(
    "effect-task", summary: "one effect whose task answers with a message, one after the other",
    operations: 100_000, quickOperations: 10_000,
    floor: Comparison(
      "detached task", goal: 1.5,
      Side(async: {
        let actor = TaskFloor()
        return { operations in await actor.run(operations) }
      })),
    side: effectTaskSide)

  /// The kernel's side, to which a dialect's is compared.
  static let effectTaskSide = Side(async: {
    let home = Home()
    _ = await home.open()
    return { operations in
      await home.run(turns: operations + 1) { home, store in
        store.send(.chain(remaining: operations))
      }
    }
  })
}

private actor TaskFloor {
  private let update = makeUpdate()
  private var state = BenchState()

  func run(_ operations: Int) async {
    for _ in 0..<operations {
      let message = await Task.detached { BenchMessage.increment }.value
      _ = update.call(&state, message)
    }
  }
}
