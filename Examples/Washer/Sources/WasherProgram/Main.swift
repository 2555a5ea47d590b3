import Foundation
import Harvest
import HarvestDiagram
import LineTerminal
import MillraceTesting
import WasherChart

/// A washing machine as a statechart: an example in the Harvest dialect.
@main
@MainActor
struct Main {
  private static let usage = """
    Usage: washer [file ...]

    Operates a washing machine, one line at a time; 'help' lists what can be written. When the input is not a
    terminal, no time passes but that of a line such as 'wait 30', in seconds.

    With files, checks the chart instead, prints the report, and draws it into each file, in the form that the end of
    its name says: .mmd for Mermaid, .dot for Graphviz, .svg for a picture, which needs Graphviz. Ends with status 1
    when the checks find something or a file cannot be written.
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return print(usage) }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      Terminal.complain("'\(option)' is not an option of washer; 'washer --help' says what it does.")
      exit(2)
    }
    do {
      let chart = try Washer.chart()
      if arguments.isEmpty { await operate(chart) } else { try await draw(chart, into: Array(arguments)) }
    } catch {
      Terminal.complain("\(error)")
      exit(1)
    }
  }

  private static func draw(_ chart: Washer.Chart, into files: [String]) async throws {
    let report = try chart.report()
    print(report)
    for file in files { try await chart.write(to: file) }
    if !report.isClean { exit(1) }
  }

  private static func operate(_ chart: Washer.Chart) async {
    let terminal = Terminal()
    // No time passes for a file, except for `wait`.
    let session = Session(chart, manual: terminal.isTyped ? nil : ManualClock()) { terminal.write($0) }
    if terminal.isTyped {
      terminal.write("A washing machine. 'power' is a way to begin, 'help' lists the rest.")
    }
    await terminal.followLines { line in
      await session.answer(line)
      return !session.isOver
    }
    terminal.end()
  }
}
