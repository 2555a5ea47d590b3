/// The results of one side's runs, per operation.
struct Figures: Equatable {
  /// The median of the runs, in nanoseconds.
  let median: Double
  /// The fastest run, in nanoseconds.
  let minimum: Double
  /// Heap allocations, or nil where they cannot be counted.
  let allocations: Double?

  /// The figures of `runs`, each in nanoseconds per operation, in any order.
  init(runs: [Double], allocations: Double?) {
    precondition(
      !runs.isEmpty, "Figures need at least one run; measure a side before asking for its figures.")
    let sorted = runs.sorted()
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    minimum = sorted[0]
    self.allocations = allocations
  }
}

/// The result of one row: its own figures, and those of everything it is compared with.
struct Outcome: Equatable {
  struct Compared: Equatable {
    let name: String
    let goal: Double?
    let figures: Figures
    /// Median of the row over median of this side.
    let ratio: Double
    /// Fastest run of the row over fastest run of this side.
    let minimumRatio: Double

    init(name: String, goal: Double?, row: Figures, figures: Figures) {
      self.name = name
      self.goal = goal
      self.figures = figures
      ratio = row.median / figures.median
      minimumRatio = row.minimum / figures.minimum
    }

    /// True if the goal is kept; nil without a goal.
    var isMet: Bool? { goal.map { ratio <= $0 } }
  }

  let row: String
  let operations: Int
  let figures: Figures
  /// The longest that an operation may take, in nanoseconds; nil without such a promise.
  var timeGoal: Double?
  let allocationGoal: Double?
  let floor: Compared
  let others: [Compared]

  /// True if the row stays within its allocations; nil where nothing is promised or nothing can be counted.
  var meetsAllocationGoal: Bool? {
    guard let allocationGoal, let allocations = figures.allocations else { return nil }
    return allocations <= allocationGoal
  }

  /// True if the row stays within its time; nil where none is promised.
  var meetsTimeGoal: Bool? { timeGoal.map { figures.median <= $0 } }

  /// True if every goal of the row that could be judged is kept.
  var isMet: Bool {
    meetsTimeGoal != false && meetsAllocationGoal != false && floor.isMet != false
      && others.allSatisfy { $0.isMet != false }
  }
}
