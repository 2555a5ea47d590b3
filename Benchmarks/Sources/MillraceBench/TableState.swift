import Millrace

/// A row of a table.
struct TableRow: Equatable {
  var count = 0
  var title = "row"
}

/// A state that is a table of rows by number.
struct TableState {
  var rows: RowTable<Int, TableRow>

  /// A table whose rows are numbered from zero.
  init(rows count: Int) {
    rows = RowTable()
    for number in 0..<count { rows[number] = TableRow() }
  }
}

/// The one thing that happens to a table here.
enum TableMessage: Sendable {
  /// Adds one to the count of a row.
  case touch(Int)
}

/// A store of `count` rows that understands `touch`.
func makeTableStore(rows count: Int) -> Store<TableState, TableMessage> {
  Store(TableState(rows: count)) { state, message in
    switch message {
    case .touch(let number):
      state.rows[number]?.count &+= 1
      return .none
    }
  }
}
