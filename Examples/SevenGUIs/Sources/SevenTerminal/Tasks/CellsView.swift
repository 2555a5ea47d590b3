import SevenTasks
import Terminal

func cellsView(_ cells: Cells) -> [Control<Cells.Message>] {
  [
    .field("Formula", cells.formula, onEnter: .commit) { .edit($0) },
    .text("Value", cells.remark),
    .area("Sheet", "\(cells.selection) selected", sheet(cells)),
  ]
}

private let columnWidth = 10
private let columns = 7
private let rows = 14

/// The part of the sheet around the selection.
private func sheet(_ cells: Cells) -> Area<Cells.Message> {
  Area(
    height: rows + 2,
    draw: { canvas, top, isFocused in
      let first = CellID(
        column: cells.selection.column / columns * columns, row: cells.selection.row / rows * rows)
      for column in 0..<columns where first.column + column < cells.sheet.size.columns {
        canvas.write(
          CellID.letters(ofColumn: first.column + column), row: top, column: 4 + column * columnWidth,
          style: Style(isDim: true))
      }
      for row in 0..<rows where first.row + row < cells.sheet.size.rows {
        canvas.write("\(first.row + row)", row: top + 1 + row, column: 1, style: Style(isDim: true))
        for column in 0..<columns where first.column + column < cells.sheet.size.columns {
          let id = CellID(column: first.column + column, row: first.row + row)
          let place = 4 + column * columnWidth
          let isSelected = id == cells.selection
          if isSelected {
            let style = Style(isReversed: isFocused, isUnderlined: !isFocused)
            canvas.fill(row: top + 1 + row, column: place, width: columnWidth - 1, style: style)
          }
          guard let value = cells.sheet.value(at: id) else { continue }
          canvas.write(
            "\(value)", row: top + 1 + row, column: place, width: columnWidth - 1,
            style: Style(
              isReversed: isSelected && isFocused, isUnderlined: isSelected && !isFocused,
              foreground: value.isError ? .red : nil))
        }
      }
    },
    key: { key in
      switch key {
      case .up: .move(columns: 0, rows: -1)
      case .down: .move(columns: 0, rows: 1)
      case .left: .move(columns: -1, rows: 0)
      case .right: .move(columns: 1, rows: 0)
      case .pageUp: .move(columns: 0, rows: -rows)
      case .pageDown: .move(columns: 0, rows: rows)
      case .enter: cells.draft == nil ? nil : .commit
      case .escape: cells.draft == nil ? nil : .cancel
      case .backspace: .edit(String(cells.formula.dropLast()))
      // A first character replaces the content, as in every spreadsheet.
      case .character(let character): .edit((cells.draft ?? "") + String(character))
      case .paste(let text): .edit((cells.draft ?? "") + text.filter { !$0.isNewline })
      default: nil
      }
    },
    item: { name in CellID(name).flatMap { cells.sheet.size.contains($0) ? .select($0) : nil } },
    text: { name in
      CellID(name).flatMap {
        cells.sheet.size.contains($0) ? cells.sheet.value(at: $0)?.description ?? "" : nil
      }
    })
}
