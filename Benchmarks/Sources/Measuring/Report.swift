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
    let lines = [head] + outcomes.flatMap(cells)
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return leftAligned.contains(column) ? cell + space : space + cell
      }
      let text = cells.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// One JSON object on one line.
  static func json(_ outcome: Outcome) -> String {
    let floor = outcome.floor
    var fields = [
      ("row", quoted(outcome.row)),
      ("ns", decimal(outcome.figures.median, 3)),
      ("min", decimal(outcome.figures.minimum, 3)),
      ("allocs", optional(outcome.figures.allocations, 6)),
      ("floor", quoted(floor.name)),
      ("ratio", decimal(floor.ratio, 4)),
      ("n", "\(outcome.operations)"),
      ("goal", optional(floor.goal, 3)),
      ("nsGoal", optional(outcome.timeGoal, 3)),
      ("allocsGoal", optional(outcome.allocationGoal, 3)),
      ("floorNs", decimal(floor.figures.median, 3)),
      ("floorMin", decimal(floor.figures.minimum, 3)),
      ("floorAllocs", optional(floor.figures.allocations, 6)),
      ("minRatio", decimal(floor.minimumRatio, 4)),
      ("ok", "\(outcome.isMet)"),
    ]
    if !outcome.others.isEmpty {
      let others = outcome.others.map { other in
        object([
          ("floor", quoted(other.name)), ("floorNs", decimal(other.figures.median, 3)),
          ("ratio", decimal(other.ratio, 4)), ("goal", optional(other.goal, 3)),
        ])
      }
      fields.append(("others", "[\(others.joined(separator: ", "))]"))
    }
    return object(fields)
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

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func optional(_ value: Double?, _ places: Int) -> String {
    value.map { trimmed($0, places) } ?? "null"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
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
