import Millrace
import MillraceJournal
import MillraceSupport

/// A page of facts under headings.
struct FactPage {
  private(set) var lines: [Line] = []
  private let factWidth: Int

  /// Creates an empty page with a width for the names of facts.
  init(factWidth: Int = 10) { self.factWidth = factWidth }

  mutating func title(_ text: String, _ ink: TextEmphasis = .bold) { lines.append(Line(text, ink)) }

  mutating func heading(_ text: String) {
    lines.append(Line())
    lines.append(Line(text, .bold))
  }

  mutating func fact(_ name: String, _ value: String, _ ink: TextEmphasis = .plain) {
    var line = Line("  ")
    line.add(name, .dim)
    line.pad(to: 2 + factWidth)
    line.add("  ")
    line.add(value, ink)
    lines.append(line)
  }

  /// Adds text with line breaks of its own.
  mutating func block(_ text: String, _ ink: TextEmphasis = .plain, indented: Int = 2) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = Line(String(repeating: " ", count: indented))
      line.add(String(part), ink)
      lines.append(line)
    }
  }

  mutating func line(_ line: Line) { lines.append(line) }

  mutating func findings(_ findings: [JournalFinding]) {
    for finding in findings {
      let ink: TextEmphasis =
        switch finding.severity {
        case .note: .dim
        case .warning: .yellow
        case .damage: .red
        }
      var line = Line("  ")
      line.add(finding.severity.rawValue, ink)
      line.pad(to: 9)
      line.add("  " + finding.text)
      lines.append(line)
    }
  }

  /// Adds a bar chart of names and numbers.
  ///
  /// - Parameters:
  ///   - rows: The names and numbers.
  ///   - limit: The maximum number of rows; the others are counted.
  mutating func bars(_ rows: [(name: String, count: Int)], limit: Int = 12) {
    let shown = rows.count > limit ? Array(rows.prefix(limit - 1)) : rows
    let names = min(30, shown.map { TextWidth.of(TextWidth.harmless($0.name)) }.max() ?? 0)
    let numbers = shown.map { Amounts.number($0.count).count }.max() ?? 0
    let most = shown.map(\.count).max() ?? 0
    for row in shown {
      var line = Line("  ")
      line.add(TextWidth.cut(TextWidth.harmless(row.name), to: names), .cyan)
      let number = Amounts.number(row.count)
      line.pad(to: 2 + names + 2 + numbers - number.count)
      line.add(number + "  ")
      let length = most == 0 ? 0 : Int((Double(row.count) / Double(most) * 24).rounded(.up))
      line.add(String(repeating: "▇", count: length), .dim)
      lines.append(line)
    }
    if shown.count < rows.count {
      lines.append(Line("  and \(Amounts.number(rows.count - shown.count)) more", .dim))
    }
  }

  func text(_ style: Style) -> String {
    var text = ""
    for line in lines { text += line.text(style) + "\n" }
    return text
  }
}
