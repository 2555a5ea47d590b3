import Foundation

struct Figure {
  /// The name of the measurement.
  var row: String
  /// The value, and its unit.
  var value: Double
  var unit: String
  /// The value to compare with, and the ratio; nil where there is only a goal.
  var floor: (name: String, value: Double, ratio: Double)?
  /// The maximum of the ratio, or of the value where there is no floor.
  var goal: Double?

  var isMet: Bool? { goal.map { (floor?.ratio ?? value) <= $0 } }

  var json: String {
    var parts = ["\"row\": \"\(row)\"", "\"value\": \(number(value))", "\"unit\": \"\(unit)\""]
    if let floor {
      parts.append("\"floor\": \"\(floor.name)\", \"floorValue\": \(number(floor.value))")
      parts.append("\"ratio\": \(number(floor.ratio))")
    }
    if let goal { parts.append("\"goal\": \(number(goal)), \"ok\": \(isMet == true)") }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// Returns the lines of a table.
  static func table(_ figures: [Figure]) -> [String] {
    let head = ["row", "value", "unit", "floor", "floor value", "ratio", "goal", ""]
    let rows = figures.map(\.cells)
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { cells in
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return padded.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
  }

  private var cells: [String] {
    var cells = [row, number(value), unit]
    cells += floor.map { [$0.name, number($0.value), number($0.ratio)] } ?? ["", "", ""]
    cells.append(goal.map { "≤ \(number($0))" } ?? "")
    cells.append(isMet.map { $0 ? "ok" : "missed" } ?? "")
    return cells
  }

  private func number(_ value: Double) -> String {
    value >= 100 ? String(Int(value.rounded())) : String(format: value >= 10 ? "%.1f" : "%.2f", value)
  }
}
