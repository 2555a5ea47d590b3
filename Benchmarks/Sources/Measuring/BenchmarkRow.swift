/// One way of doing something `n` times, to be timed.
///
/// What `prepare` does is not timed. It runs once, before the first run; the work it returns is then run many
/// times and leaves things as it found them, as far as the cost of the next run is concerned.
public struct Side: Sendable {
  enum Work {
    case synchronous(@MainActor (Int) -> Void)
    case asynchronous((Int) async -> Void)
  }

  let prepare: @MainActor () async -> Work

  /// A side whose work never suspends.
  ///
  /// It runs on the main actor, which is the home of most stores there are.
  public init(_ prepare: @escaping @MainActor () -> @MainActor (Int) -> Void) {
    self.prepare = { .synchronous(prepare()) }
  }

  /// A side whose work suspends; it returns when everything it set going has ended.
  public init(async prepare: @escaping @MainActor () async -> (Int) async -> Void) {
    self.prepare = { .asynchronous(await prepare()) }
  }
}

/// Something a row's own side is compared with.
public struct Comparison: Sendable {
  let name: String
  let side: Side
  let goal: Double?

  /// A comparison under `name`; with a `goal`, the ratio of row to `side` must not be above it.
  public init(_ name: String, goal: Double? = nil, _ side: Side) {
    self.name = name
    self.side = side
    self.goal = goal
  }
}

/// One line of the report: a thing the library does, and the floor it is measured against.
public struct BenchmarkRow: Sendable {
  let name: String
  let summary: String
  let operations: Int
  let quickOperations: Int
  let mostRuns: Int
  let timeGoal: Double?
  let allocationGoal: Double?
  let side: Side
  let floor: Comparison
  let others: [Comparison]

  /// A row.
  ///
  /// - Parameters:
  ///   - name: What one writes on the command line to run it.
  ///   - summary: What one operation is, for `--list`.
  ///   - operations: Operations per run.
  ///   - quickOperations: Operations per run with `--quick`.
  ///   - mostRuns: Timed runs to be content with, for a row whose floor takes long; at least 7.
  ///   - timeGoal: The longest that one operation may take, in nanoseconds, where that is promised.
  ///   - allocationGoal: The most heap allocations that one operation may make, where that is promised.
  ///   - floor: What the promised ratio refers to.
  ///   - others: Further comparisons, measured in the same interleaved runs.
  ///   - side: The library's own side.
  public init(
    _ name: String, summary: String, operations: Int, quickOperations: Int, mostRuns: Int = .max,
    timeGoal: Double? = nil, allocationGoal: Double? = nil, floor: Comparison, others: [Comparison] = [],
    side: Side
  ) {
    self.name = name
    self.summary = summary
    self.operations = operations
    self.quickOperations = quickOperations
    self.mostRuns = max(mostRuns, 7)
    self.timeGoal = timeGoal
    self.allocationGoal = allocationGoal
    self.side = side
    self.floor = floor
    self.others = others
  }
}
