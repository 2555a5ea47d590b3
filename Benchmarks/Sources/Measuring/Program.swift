/// The command line program around a list of rows.
public struct Program {
  private let rows: [BenchmarkRow]

  /// A program that can measure `rows`, reported in this order.
  public init(rows: [BenchmarkRow]) {
    self.rows = rows
  }

  /// Follows `arguments` (without the program's name), prints to the standard output, and ends the process.
  ///
  /// The status is 0; 1 with `--strict` when a goal is missed, with `--check` on a breach, and when a file of
  /// thresholds cannot be used; 2 when the arguments cannot be followed.
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
      do {
        let isGood =
          switch options.thresholds {
          case nil: await measure(options)
          case .check(let path): try await check(Thresholds(path: path), options)
          case .record(let path): try await record(to: path, options)
          }
        if !isGood { Terminal.end(status: 1) }
      } catch {
        Terminal.fail("\(error)")
      }
    }
    Terminal.end(status: 0)
  }

  private func printList() {
    let width = rows.map(\.name.count).max() ?? 0
    for row in rows {
      print(row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary)
    }
  }

  /// Prints the figures; true unless a goal is missed and the goals are strict.
  @MainActor
  private func measure(_ options: Options) async -> Bool {
    let runner = runner(options)
    var outcomes: [Outcome] = []
    for row in rows(options) {
      outcomes.append(await runner.measure(runner.prepare(row)))
      Terminal.show(progress: "")
      if options.json, let outcome = outcomes.last { print(Report.json(outcome)) }
    }
    if !options.json { print(Report.table(outcomes)) }
    return !options.strict || outcomes.allSatisfy(\.isMet)
  }

  /// Prints the figures beside the recorded ones; true when none is a breach.
  @MainActor
  private func check(_ thresholds: Thresholds, _ options: Options) async -> Bool {
    let runner = runner(options)
    var findings = thresholds.findingsOfGoneRows(known: rows.map(\.name))
    for row in rows(options) {
      var best = Attempts(thresholds)
      let prepared = await runner.prepare(row)
      while best.wantsAnother { best.add(await runner.measure(prepared)) }
      Terminal.show(progress: "")
      findings += best.findings
      if options.json { for finding in best.findings { print(Report.json(finding)) } }
    }
    if !options.json { print(Report.table(findings)) }
    let sentences = findings.compactMap(\.sentence)
    for sentence in sentences { Terminal.warn(sentence) }
    return sentences.isEmpty
  }

  /// Writes the figures to a file of thresholds, beside those of other rows that it has already.
  @MainActor
  private func record(to path: String, _ options: Options) async throws(ThresholdsError) -> Bool {
    let runner = runner(options)
    var thresholds: Thresholds
    do { thresholds = try Thresholds(path: path) } catch .unreadable {
      thresholds = Thresholds(about: "Recorded by Scripts/bench --record.", rows: [])
    }
    for row in rows(options) {
      var outcomes: [Outcome] = []
      let prepared = await runner.prepare(row)
      for _ in 1...3 { outcomes.append(await runner.measure(prepared)) }
      Terminal.show(progress: "")
      if let sentence = thresholds.record(outcomes) { Terminal.warn(sentence) }
    }
    thresholds.arrange(rows.map(\.name))
    try thresholds.write(to: path)
    return true
  }

  private func rows(_ options: Options) -> [BenchmarkRow] {
    rows.filter { options.rows.contains($0.name) }
  }

  private func runner(_ options: Options) -> Runner {
    #if DEBUG
    Terminal.warn("This is a debug build and its figures mean nothing; build with `-c release`.")
    #endif
    let counts = Allocations.isExact()
    if !counts {
      Terminal.warn("Allocations cannot be counted on this platform; they are left out and not judged.")
    }
    return Runner(runs: options.runs, quick: options.isShort, countsAllocations: counts) { row, run, runs in
      Terminal.show(progress: "\(row) \(run)/\(runs)")
    }
  }
}
