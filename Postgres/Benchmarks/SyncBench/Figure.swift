import Foundation

/// A measured value, its floor, and its goal.
struct Figure {
  /// A limit of the ratio to the floor, or of the value where there is no floor.
  enum Goal {
    case atLeast(Double)
    case atMost(Double)

    func isMet(_ value: Double) -> Bool {
      switch self {
      case .atLeast(let limit): value >= limit
      case .atMost(let limit): value <= limit
      }
    }

    var text: String {
      switch self {
      case .atLeast(let limit): "≥ \(Figure.number(limit))"
      case .atMost(let limit): "≤ \(Figure.number(limit))"
      }
    }
  }

  var row: String
  var value: Double
  var unit: String
  var floor: (name: String, value: Double)?
  var goal: Goal?
  /// Further figures of the same run.
  var note = ""

  private var ratio: Double? { floor.map { value / $0.value } }
  private var isMet: Bool? { goal.map { $0.isMet(ratio ?? value) } }

  var json: String {
    var parts = ["\"row\": \"\(row)\"", "\"value\": \(Self.number(value))", "\"unit\": \"\(unit)\""]
    if let floor, let ratio {
      parts.append("\"floor\": \"\(floor.name)\", \"floorValue\": \(Self.number(floor.value))")
      parts.append("\"ratio\": \(Self.number(ratio))")
    }
    if let goal, let isMet { parts.append("\"goal\": \"\(goal.text)\", \"ok\": \(isMet)") }
    if !note.isEmpty { parts.append("\"note\": \"\(note)\"") }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// Returns the lines of a table.
  static func table(_ figures: [Figure]) -> [String] {
    let head = ["row", "value", "unit", "floor", "floor value", "ratio", "goal", "", "note"]
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
    var cells = [row, Self.number(value), unit]
    cells += floor.map { [$0.name, Self.number($0.value), Self.number(ratio ?? 0)] } ?? ["", "", ""]
    return cells + [goal?.text ?? "", isMet.map { $0 ? "ok" : "missed" } ?? "", note]
  }

  static func number(_ value: Double) -> String {
    if value >= 100 { return String(Int(value.rounded())) }
    return String(format: value >= 10 ? "%.1f" : "%.2f", value)
  }
}
