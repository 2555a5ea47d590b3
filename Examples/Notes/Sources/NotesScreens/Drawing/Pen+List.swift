import AftermathComponents
import NotesLibrary
import NotesModel
import Terminal

extension Pen {
  mutating func drawList(in area: Area) {
    let page = view.page
    guard !page.items.isEmpty else {
      return canvas.draw(Line.wrapped(emptiness, to: area.textWidth, .faint), in: area, palette)
    }
    let selected = view.screen.lists[view.screen.list].row - page.first
    for (row, item) in zip(0..<area.height, page.items) {
      var line = area
      line.row += row
      line.height = 1
      draw(item, in: line, isSelected: row == selected)
    }
    canvas.drawPosition(page.first, of: page.total, in: area, palette)
  }

  /// The reason why the list is empty, and the next step.
  private var emptiness: String {
    if view.screen.list == .conflicts {
      return "There are no conflicts between your changes and those of others."
    }
    let kind = view.screen.kind
    guard let answered = view.search.answered, answered.kind == kind else { return "Searching …" }
    if !answered.words.isEmpty { return "No item has all of these words. Press esc to show everything." }
    if answered.hidesCompleted { return "Nothing is left to do. Press c to show finished todos." }
    return kind == .users
      ? "There are no users yet." : "There are no \(kind.rawValue) yet. Press n to write the first."
  }

  private mutating func draw(_ item: AftermathComponents.Item, in area: Area, isSelected: Bool) {
    // While the selected item is read or edited, keys do not move the selection; the row is marked, but not
    // highlighted.
    let isLit = isSelected && isListInFront
    let ground = palette(isLit ? .selected : .plain)
    if isLit { canvas.fill(row: area.row, column: area.column, width: area.width - 1, style: ground) }
    if isSelected && !isLit {
      canvas.write("▌", row: area.row, column: area.column, width: area.width, style: palette(.accent))
    }
    let edge = area.column + area.width - 2
    var column = area.column + 1
    func room() -> Int { max(0, edge - column) }
    canvas.write(
      item.standing.mark, row: area.row, column: column, width: room(),
      style: isLit ? ground : markStyle(item.standing))
    column += 2
    if let isDone = item.isDone {
      canvas.write(isDone ? "[x]" : "[ ]", row: area.row, column: column, width: room(), style: ground)
      column += 4
    }
    let title = TextWidth.clipped(item.title, to: room())
    var style = isLit ? ground : palette(isSelected ? .strong : item.isDone == true ? .faint : .plain)
    canvas.write(title, row: area.row, column: column, width: room(), style: style)
    column += TextWidth.of(title) + 2
    guard room() >= 8 else { return }
    style = ground
    style.isDim = true
    canvas.write(
      TextWidth.clipped(item.subtitle, to: room()), row: area.row, column: column, width: room(), style: style
    )
  }

  private var isListInFront: Bool {
    switch view.screen.place {
    case .list, .conflicts: true
    case .item, .form, .conflict, .log, .help: false
    }
  }

  private func markStyle(_ standing: Standing) -> Style {
    palette(standing == .conflict ? .problem : .warning)
  }
}
