/// The command line program around a list of rows.
public struct Program {
  private let rows: [BenchmarkRow]

  /// A program that can measure `rows`, reported in this order.
  public init(rows: [BenchmarkRow]) {
    self.rows = rows
  }

  /// Follows `arguments` (without the program's name), prints to the standard output, and ends the process.
  ///
  /// The status is 0; 1 with `--strict` when a goal is missed; 2 when the arguments cannot be followed.
  @MainActor
  public func run(arguments: [String]) async -> Never {
    let options: Options
    do {
      options = try Options(arguments: arguments, known: rows.map(\.name))
    } catch {
      Terminal.fail("\(error)", status: 2)
    }
    if options.help {
      print(Options.usage)
    } else if options.list {
      printList()
    } else {
      let outcomes = await measure(options)
      if options.strict, !outcomes.allSatisfy(\.isMet) { Terminal.end(status: 1) }
    }
    Terminal.end(status: 0)
  }

  private func printList() {
    let width = rows.map(\.name.count).max() ?? 0
    for row in rows {
      print(row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary)
    }
  }

  @MainActor
  private func measure(_ options: Options) async -> [Outcome] {
    #if DEBUG
    Terminal.warn("This is a debug build and its figures mean nothing; build with `-c release`.")
    #endif
    let counts = Allocations.isExact()
    if !counts {
      Terminal.warn("Allocations cannot be counted on this platform; they are left out and not judged.")
    }
    let runner = Runner(runs: options.runs, quick: options.quick, countsAllocations: counts) {
      row, run, runs in
      Terminal.show(progress: "\(row) \(run)/\(runs)")
    }
    var outcomes: [Outcome] = []
    for row in rows where options.rows.contains(row.name) {
      let outcome = await runner.measure(row)
      Terminal.show(progress: "")
      outcomes.append(outcome)
      if options.json { print(Report.json(outcome)) }
    }
    if !options.json { print(Report.table(outcomes)) }
    return outcomes
  }
}
