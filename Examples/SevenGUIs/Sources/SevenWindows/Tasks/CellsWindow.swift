import Millrace
import SevenTasks
import Widgets

/// A label for each cell, bound to its row of the table: a turn costs only for the cells that it changes.
@MainActor
func cellsView(_ store: Store<Cells, Cells.Message>) -> Widget {
  let size = store.withState { $0.sheet.size }
  let formula = Field("Formula") { store.send(.edit($0)) }
  formula.onEnter { store.send(.commit) }
  store.observe(\.formula, owner: formula, initial: true) { $0.text = $1 }
  let value = Label("Value")
  store.observe(\.remark, owner: value, initial: true) { $0.text = $1 }

  let sheet = LabelGrid("Sheet", columns: size.columns, rows: size.rows) {
    CellID.letters(ofColumn: $0)
  } name: {
    CellID(column: $0, row: $1).description
  }
  for row in 0..<size.rows {
    for column in 0..<size.columns {
      let id = CellID(column: column, row: row)
      store.observe(\.sheet.cells, row: id, owner: sheet.label(column: column, row: row)) { label, cell in
        label.text = cell?.value.description ?? ""
        label.setStyle("problem", cell?.value.isError == true)
      }
    }
  }
  store.observe(\.selection, owner: sheet, initial: true) {
    $0.select(column: $1.column, row: $1.row)
    $0.summary = "\($1) selected"
  }
  sheet.onPress { column, row, isDouble in
    store.send(.select(CellID(column: column, row: row)))
    if isDouble { formula.focus() }
  }
  sheet.onKey { key in
    switch key {
    case .up: store.send(.move(columns: 0, rows: -1))
    case .down: store.send(.move(columns: 0, rows: 1))
    case .left: store.send(.move(columns: -1, rows: 0))
    case .right: store.send(.move(columns: 1, rows: 0))
    case .enter: formula.focus()
    case .delete:
      store.send(.edit(""))
      store.send(.commit)
    case .character(let character):
      store.send(.edit(String(character)))
      formula.focus()
    default: return false
    }
    return true
  }
  return Column(Form(formula, value), Scroll(sheet, width: 760, height: 420))
}
