import SevenTasks
import Terminal

extension Control {
  /// The rows that the control takes.
  var height: Int {
    switch kind {
    case .list: Self.listRows + 1
    case .area(let area): area.height
    default: problem == nil ? 1 : 2
    }
  }

  private static var listRows: Int { 8 }
  private static var barWidth: Int { 30 }

  func draw(on canvas: inout Canvas, row: Int, labelWidth: Int, focus: Focus?) {
    let isFocused = focus != nil
    let style = isFocused ? Style(isReversed: true) : isEnabled ? .plain : Style(isDim: true)
    let column = labelWidth + 4
    if case .button = kind {
      canvas.write("[ \(name) ]", row: row, column: 2, style: style)
      return
    }
    if case .area(let area) = kind {
      area.draw(&canvas, row, isFocused)
      return
    }
    canvas.write(name, row: row, column: 2, style: isEnabled ? .plain : Style(isDim: true))
    switch kind {
    case .field:
      canvas.fill(row: row, column: column, width: Self.barWidth, style: Style(isUnderlined: true))
      let look = Style(
        isDim: !isEnabled, isUnderlined: true, foreground: problem == nil ? nil : .red)
      canvas.write(text, row: row, column: column, width: Self.barWidth, style: look)
      if let focus {
        let before = TextWidth.of(text.prefix(focus.cursor(in: text)))
        canvas.cursor = Canvas.Position(row: row, column: column + min(before, Self.barWidth))
      }
      if let problem {
        canvas.write(problem, row: row + 1, column: column, style: Style(foreground: .red))
      }
    case .choice: canvas.write("‹ \(text) ›", row: row, column: column, style: style)
    case .slider(let value, let range, _, _):
      let place = Int(
        (value - range.lowerBound) / (range.upperBound - range.lowerBound) * Double(Self.barWidth - 1))
      let bar =
        String(repeating: "━", count: place) + "●" + String(repeating: "─", count: Self.barWidth - 1 - place)
      canvas.write("\(bar) \(text)", row: row, column: column, style: style)
    case .gauge(let fraction):
      let full = Int(fraction * Double(Self.barWidth))
      let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
      canvas.write("\(bar) \(text)", row: row, column: column, style: style)
    case .list(let rows, let selected, _):
      let first = max(0, min((selected ?? 0) - Self.listRows / 2, rows.count - Self.listRows))
      for (offset, text) in rows.dropFirst(first).prefix(Self.listRows).enumerated() {
        let isSelected = first + offset == selected
        canvas.write(
          "\(isSelected ? "›" : " ") \(text)", row: row + offset, column: column,
          style: Style(isBold: isSelected, isReversed: isSelected && isFocused))
      }
      if rows.isEmpty || (isFocused && selected == nil) {
        canvas.write(rows.isEmpty ? "(none)" : "›", row: row, column: column, style: style)
      }
    default: canvas.write(text, row: row, column: column, style: style)
    }
  }
}

extension Control {
  var isLabelled: Bool {
    switch kind {
    case .button, .area: false
    default: true
    }
  }
}
