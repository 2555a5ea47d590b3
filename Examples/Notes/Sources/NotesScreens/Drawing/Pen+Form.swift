import NotesModel
import Terminal

extension Form {
  var heading: String {
    switch target {
    case .new(let kind): "New \(kind.singular)"
    case .edit(let id): id.words.capitalisedFirst
    }
  }
}

extension Pen {
  /// Draws the fields of a form; the row with the cursor is always visible.
  mutating func drawForm(_ form: Form) {
    let area = layout.detail
    var lines: [Line] = []
    var cursor = (row: 0, column: 0)
    for field in form.fields {
      let isFront = field == form.focus
      let text = FieldText(field == .title ? form.title : form.body, width: area.textWidth)
      lines.append(Line(field.rawValue, isFront ? .accent : .faint))
      if isFront { cursor = (lines.count + text.cursor.row, text.cursor.column) }
      lines += text.rows.map {
        field == .title ? Line($0.padded(to: area.textWidth), .field) : Line($0)
      }
      lines.append(Line())
    }
    if form.isChanged { lines.append(Line("not saved yet; a draft is kept as you write", .faint)) }
    let first = max(0, cursor.row - area.height + 1)
    canvas.draw(lines.dropFirst(first), in: area, palette)
    canvas.cursor = Canvas.Position(
      row: area.row + cursor.row - first, column: area.column + (area.width > 2 ? 1 : 0) + cursor.column)
  }

}
