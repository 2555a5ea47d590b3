/// Measures rows: every side of a row in turn, run after run, so that a busy machine is busy for all of them.
struct Runner {
  let runs: Int
  let quick: Bool
  let countsAllocations: Bool
  let progress: (_ row: String, _ run: Int, _ of: Int) -> Void

  /// A row whose sides are prepared, so that it can be measured several times.
  struct Prepared {
    let row: BenchmarkRow
    let works: [Side.Work]
  }

  @MainActor
  func prepare(_ row: BenchmarkRow) async -> Prepared {
    var works: [Side.Work] = []
    for side in ([row.floor] + row.others).map(\.side) + [row.side] {
      works.append(await side.prepare())
    }
    return Prepared(row: row, works: works)
  }

  /// Warms up, times and counts all sides of a row.
  @MainActor
  func measure(_ prepared: Prepared) async -> Outcome {
    let (row, works) = (prepared.row, prepared.works)
    let operations = quick ? row.quickOperations : row.operations
    for work in works {
      _ = await nanoseconds(work, operations)
    }

    let runs = min(runs, row.mostRuns)
    var times = [[Double]](repeating: [], count: works.count)
    for run in 1...runs {
      progress(row.name, run, runs)
      for (index, work) in works.enumerated() {
        times[index].append(await nanoseconds(work, operations) / Double(operations))
      }
    }

    var figures: [Figures] = []
    for (index, work) in works.enumerated() {
      let counted = countsAllocations ? await allocations(work, operations) : nil
      let perOperation = counted.map { Double($0) / Double(operations) }
      figures.append(Figures(runs: times[index], allocations: perOperation))
    }
    let own = figures[figures.count - 1]
    let results = zip([row.floor] + row.others, figures).map { side, figures in
      Outcome.Compared(name: side.name, goal: side.goal, row: own, figures: figures)
    }
    return Outcome(
      row: row.name, operations: operations, figures: own, timeGoal: row.timeGoal,
      allocationGoal: row.allocationGoal,
      floor: results[0], others: Array(results.dropFirst()))
  }

  @MainActor
  private func nanoseconds(_ work: Side.Work, _ operations: Int) async -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    switch work {
    case .synchronous(let body): body(operations)
    case .asynchronous(let body): await body(operations)
    }
    let elapsed = (clock.now - start).components
    return Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
  }

  // A pass of its own: counting costs an atomic addition per allocation, which the timed runs must not pay.
  @MainActor
  private func allocations(_ work: Side.Work, _ operations: Int) async -> Int? {
    switch work {
    case .synchronous(let body): Allocations.count { body(operations) }
    case .asynchronous(let body): await Allocations.count { await body(operations) }
    }
  }
}
