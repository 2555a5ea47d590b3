import Foundation

/// A program that measures the tool: `inspector-bench [--json] [--quick]`; see Scripts/bench.
@main
struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      let figures = try await ToolBench(turns: arguments.contains("--quick") ? 100_000 : 1_000_000).run()
      for figure in figures { print(arguments.contains("--json") ? figure.json : figure.line) }
    } catch {
      FileHandle.standardError.write(Data("inspector-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// A measured value with its goal, which is a maximum.
struct Figure {
  var row: String
  var value: Double
  var unit: String
  var goal: Double

  private var isMet: Bool { value <= goal }
  private var number: String { String(format: "%.1f", value) }

  var json: String {
    "{\"row\": \"\(row)\", \"value\": \(number), \"unit\": \"\(unit)\", \"goal\": \(goal), \"ok\": \(isMet)}"
  }

  var line: String {
    let name = row.padding(toLength: 24, withPad: " ", startingAt: 0)
    return "\(name) \(number) \(unit)  ≤ \(goal)  \(isMet ? "ok" : "missed")"
  }
}
