import Measuring
import Millrace
import MillraceUndo

extension BenchmarkRow {
  /// A step that changes one row of many, and its undo, against the same in a small table.
  static let undoRow = BenchmarkRow(
    "undo-row", summary: "a message that changes one of 100,000 rows as a step, and one that undoes it",
    operations: 200_000, quickOperations: 20_000,
    floor: Comparison("100 rows", goal: 1.5, undoSide(rows: 100)), others: [],
    side: undoSide(rows: 100_000))

  private static func undoSide(rows count: Int) -> Side {
    Side {
      let store = Store(UndoTable(rows: TableState(rows: count).rows), of: UndoTableMessage.self) {
        table, message in
        switch message {
        case .touch(let number): table.undoable("Touch") { $0.rows[number]?.count &+= 1 }
        case .undo: table.undo()
        }
        return .none
      }
      return { operations in
        for _ in 0..<operations {
          store.send(.touch(count / 2))
          store.send(.undo)
        }
        blackHole(store)
      }
    }
  }
}

private struct UndoTable: UndoableState {
  var rows: RowTable<Int, TableRow>
  var undoHistory = UndoHistory<UndoTable>()

  static let undoParts: [UndoPart<UndoTable>] = [.rows("rows", \.rows)]
}

private enum UndoTableMessage: Sendable {
  case touch(Int)
  case undo
}
