/// Turns outcomes into text, for people or for programs.
enum Report {
  private static let head = [
    "row", "ns", "min", "allocs", "floor", "floor ns", "ratio", "of mins", "goal", "",
  ]
  private static let leftAligned: Set = [0, 4, 8, 9]

  /// One aligned table.
  ///
  /// Further comparisons of a row follow on lines of their own, without its name.
  static func table(_ outcomes: [Outcome]) -> String {
    aligned([head] + outcomes.flatMap(cells), left: leftAligned)
  }

  /// `lines` of equally many cells as columns; those of `left` are aligned to the left, the others to the
  /// right.
  static func aligned(_ lines: [[String]], left: Set<Int>) -> String {
    let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return left.contains(column) ? cell + space : space + cell
      }
      let text = cells.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// One JSON object on one line.
  static func json(_ outcome: Outcome) -> String {
    let floor = outcome.floor
    var fields = [
      ("row", JSON.text(outcome.row)),
      ("ns", decimal(outcome.figures.median, 3)),
      ("min", decimal(outcome.figures.minimum, 3)),
      ("allocs", JSON.number(outcome.figures.allocations, 6)),
      ("floor", JSON.text(floor.name)),
      ("ratio", decimal(floor.ratio, 4)),
      ("n", "\(outcome.operations)"),
      ("goal", JSON.number(floor.goal, 3)),
      ("nsGoal", JSON.number(outcome.timeGoal, 3)),
      ("allocsGoal", JSON.number(outcome.allocationGoal, 3)),
      ("floorNs", decimal(floor.figures.median, 3)),
      ("floorMin", decimal(floor.figures.minimum, 3)),
      ("floorAllocs", JSON.number(floor.figures.allocations, 6)),
      ("minRatio", decimal(floor.minimumRatio, 4)),
      ("ok", "\(outcome.isMet)"),
    ]
    if !outcome.others.isEmpty {
      let others = outcome.others.map { other in
        JSON.object([
          ("floor", JSON.text(other.name)), ("floorNs", decimal(other.figures.median, 3)),
          ("ratio", decimal(other.ratio, 4)), ("minRatio", decimal(other.minimumRatio, 4)),
          ("goal", JSON.number(other.goal, 3)),
        ])
      }
      fields.append(("others", "[\(others.joined(separator: ", "))]"))
    }
    return JSON.object(fields)
  }

  /// One aligned table of figures beside the recorded ones.
  static func table(_ findings: [Finding]) -> String {
    let lines = findings.map { finding in
      [
        finding.row, finding.figureText, finding.text(finding.was), finding.text(finding.is),
        finding.text(finding.limit),
        finding.isBreach ? finding.verdict.rawValue.uppercased() : finding.verdict.rawValue,
      ]
    }
    return aligned([["row", "figure", "was", "is", "limit", "verdict"]] + lines, left: [0, 1, 5])
  }

  /// One JSON object on one line.
  static func json(_ finding: Finding) -> String {
    JSON.object([
      ("row", JSON.text(finding.row)), ("figure", JSON.text(finding.figureText)),
      ("was", JSON.number(finding.was, 6)), ("is", JSON.number(finding.is, 6)),
      ("limit", JSON.number(finding.limit, 6)), ("verdict", JSON.text(finding.verdict.rawValue)),
      ("ok", "\(!finding.isBreach)"), ("sentence", finding.sentence.map(JSON.text) ?? "null"),
    ])
  }

  private static func cells(_ outcome: Outcome) -> [[String]] {
    let floor = outcome.floor
    let figures = outcome.figures
    var goals = floor.goal.map { ["≤ \(short($0))×"] } ?? []
    if let time = outcome.timeGoal { goals.append("≤ \(short(time)) ns") }
    if let allocations = outcome.allocationGoal { goals.append("\(short(allocations)) allocs") }
    let meets =
      outcome.meetsTimeGoal != false && outcome.meetsAllocationGoal != false && floor.isMet != false
    let first = [
      outcome.row, decimal(figures.median, 2), decimal(figures.minimum, 2),
      figures.allocations.map(short) ?? "?", floor.name, decimal(floor.figures.median, 2),
      decimal(floor.ratio, 2) + "×", decimal(floor.minimumRatio, 2) + "×", goals.joined(separator: ", "),
      goals.isEmpty ? "" : meets ? "ok" : "missed",
    ]
    let further = outcome.others.map { other in
      [
        "", "", "", "", other.name, decimal(other.figures.median, 2), decimal(other.ratio, 2) + "×",
        decimal(other.minimumRatio, 2) + "×", other.goal.map { "≤ \(short($0))×" } ?? "",
        other.isMet.map { $0 ? "ok" : "missed" } ?? "",
      ]
    }
    return [first] + further
  }
}

/// `value` with at most three decimal places; a value too small for them, yet not zero, is "< 0.001".
func short(_ value: Double) -> String {
  value > 0 && value < 0.0005 ? "< 0.001" : trimmed(value, 3)
}

/// `value`, not negative, rounded to at most `places` decimal places, without zeros at the end.
func trimmed(_ value: Double, _ places: Int) -> String {
  var text = decimal(value, places)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}

/// `value`, not negative, rounded to exactly `places` decimal places.
func decimal(_ value: Double, _ places: Int) -> String {
  var scale = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  guard places > 0 else { return "\(scaled)" }
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}
