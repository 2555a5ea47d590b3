import NotesDesk
public import Terminal

/// Draws a view on a canvas.
///
/// The canvas has the size of the terminal, whatever the view contains; text that does not fit is cut off or
/// left out.
public func draw(_ view: ScreenView) -> Canvas {
  var pen = Pen(
    view: view, layout: Layout(view.screen.size), palette: Palette(usesColour: view.preferences.usesColour),
    canvas: Canvas(width: view.screen.size.width, height: view.screen.size.height))
  pen.drawContent()
  // Drawn last, because a sentence longer than its line covers the lines above.
  pen.drawFrame()
  return pen.canvas
}

/// The state of drawing: the canvas, the layout and the palette.
struct Pen {
  let view: ScreenView
  let layout: Layout
  let palette: Palette
  var canvas: Canvas

  /// True when the list is beside the main content.
  var showsBoth: Bool {
    guard layout.isWide else { return false }
    return switch view.screen.place {
    case .list, .item, .form, .conflicts: true
    case .conflict, .log, .help: false
    }
  }

  mutating func drawContent() {
    if showsBoth {
      drawSeparator()
      drawList(in: layout.list)
    }
    switch view.screen.place {
    case .list, .conflicts:
      if showsBoth { drawDetail(scroll: 0) } else { drawList(in: layout.content) }
    case .item(_, let scroll): drawDetail(scroll: scroll)
    case .form(let form): drawForm(form)
    case .conflict(_, let scroll): drawConflict(scroll: scroll)
    case .log(let until): drawLog(until: until)
    case .help(let scroll): draw(HelpText.columns(in: layout.content), from: scroll)
    }
  }

  private mutating func drawSeparator() {
    let column = layout.detail.column - 1
    for row in layout.content.row..<layout.content.row + layout.content.height {
      canvas.write("│", row: row, column: column, style: palette(.faint))
    }
  }

  private mutating func drawDetail(scroll: Int) {
    let area = layout.detail
    guard let detail = view.detail else {
      let isLost = if case .item = view.screen.place { true } else { false }
      if isLost {
        canvas.draw(
          Line.wrapped("It is no longer here: another user has deleted it.", to: area.textWidth, .faint),
          in: area, palette)
      }
      return
    }
    canvas.draw(DetailText.lines(of: detail, width: area.textWidth), from: scroll, in: area, palette)
  }

  private mutating func drawConflict(scroll: Int) {
    guard let sides = view.sides else {
      let text = "The conflict is already resolved; there is only one version."
      return canvas.draw(
        Line.wrapped(text, to: layout.content.textWidth, .faint), in: layout.content, palette)
    }
    draw(ConflictText.columns(sides, in: layout.content), from: scroll)
  }

  private mutating func drawLog(until: UInt64?) {
    let area = layout.content
    let window = LogWindow(view.log, until: until, rows: area.height)
    canvas.draw(view.log[window.range].map(\.line), in: area, palette)
    canvas.drawPosition(window.range.lowerBound, of: view.log.count, in: area, palette)
  }
}

extension TurnLine {
  fileprivate var line: Line {
    let number = String(sequence)
    return Line(
      store.padded(to: 10) + text,
      label: Line.Label(
        text: String(repeating: " ", count: max(0, 7 - number.count)) + number, tone: .faint, width: 9))
  }
}
