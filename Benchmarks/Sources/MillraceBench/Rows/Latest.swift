import Measuring
import Millrace

extension BenchmarkRow {
  /// An effect that replaces the one before it, against creating and cancelling bare tasks.
  static let latest = BenchmarkRow(
    "latest", summary: "one effect in a `latest` queue, which cancels the one before it",
    operations: 50_000, quickOperations: 5_000,
    floor: Comparison(
      "bare task", goal: 1.5,
      Side(async: {
        let actor = LatestFloor()
        return { operations in
          await actor.run(operations)
          await Ticket.allGone()
        }
      })),
    side: latestSide)

  /// The kernel's side, to which a dialect's is compared.
  static let latestSide = Side(async: {
    let home = Home()
    _ = await home.open()
    return { operations in
      // The last search is the only one that is not cancelled, and so the only one that answers.
      await home.run(turns: operations + 1) { home, store in
        for _ in 0..<operations { store.send(.search) }
      }
      await Ticket.allGone()
    }
  })
}

private actor LatestFloor {
  private let update = makeUpdate()
  private var state = BenchState()
  private var current: Task<Void, Never>?

  func run(_ operations: Int) async {
    for _ in 0..<operations {
      current?.cancel()
      let ticket = Ticket()
      current = Task { @concurrent in
        if let found = await ticket.search() { await self.apply(found) }
      }
    }
    await current?.value
    current = nil
  }

  private func apply(_ message: BenchMessage) {
    _ = update.call(&state, message)
  }
}
