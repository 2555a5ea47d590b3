import Terminal

/// The help, generated from the keymap.
enum HelpText {
  /// Returns the sections in an area, in as many columns as fit.
  static func columns(in area: Area) -> Columns {
    let sections = Binding.Section.allCases.map(lines)
    let count = min(max(1, area.width / 38), 3)
    // Each column takes sections until it has its share.
    let share = sections.reduce(0) { $0 + $1.count } / count
    var columns: [[Line]] = [[]]
    for section in sections {
      if columns.count < count, columns[columns.count - 1].count + section.count / 2 > share {
        columns.append([])
      }
      columns[columns.count - 1] += section
    }
    return Columns(columns, in: area)
  }

  /// Returns the keys of a section under its name.
  private static func lines(of section: Binding.Section) -> [Line] {
    let bindings = Keymap.bindings.filter { $0.section == section }
    return [Line(section.rawValue, .strong)] + bindings.map(line) + [Line()]
  }

  private static func line(of binding: Binding) -> Line {
    let keys = binding.keys.map(\.name).joined(separator: " ")
    return Line(binding.help, label: Line.Label(text: keys, tone: .accent, width: 11))
  }
}
