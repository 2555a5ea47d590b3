import Measuring
import Millrace
import SevenTasks

extension BenchmarkRow {
  /// A turn that changes one cell of 10,000, which 100 others depend on, against the same formulas evaluated
  /// by hand.
  static let cells = BenchmarkRow(
    "cells", summary: "one message that changes one of 10,000 cells, on which 100 formulas depend",
    operations: 1_000, quickOperations: 100, timeGoal: 1_000_000,
    floor: Comparison(
      "dictionary",
      Side {
        // The least: the values in a dictionary, and the order of the formulas known beforehand.
        let sheet = PlainSheet()
        let change = opaque(PlainChange { $0.write($1) })
        return { operations in
          for number in 0..<operations { change.call(sheet, Double(number)) }
        }
      }),
    others: [Comparison("1,000 cells", goal: 1.5, cellsSide(rows: 10))],
    side: cellsSide(rows: 100))

  private static func cellsSide(rows: Int) -> Side {
    Side {
      let store = Cells.store(size: SheetSize(columns: 100, rows: rows))
      for row in 0..<rows {
        for column in 0..<100 {
          store.send(.select(CellID(column: column, row: row)))
          // The first cell is read by the next, that by the next, and so on for 100; the others read nothing.
          let before = CellID(column: column == 0 ? 99 : column - 1, row: column == 0 ? row - 1 : row)
          let isReader = (row == 0 && column > 0) || (row == 1 && column == 0)
          store.send(.edit(isReader ? "=\(before)+1" : "\(row * 100 + column)"))
        }
      }
      store.send(.select(CellID(column: 0, row: 0)))
      return { operations in
        for number in 0..<operations {
          store.send(.edit("\(number)"))
          store.send(.commit)
        }
        blackHole(store)
      }
    }
  }
}

private struct PlainChange {
  let call: (PlainSheet, Double) -> Void

  init(_ call: @escaping (PlainSheet, Double) -> Void) { self.call = call }
}

private final class PlainSheet {
  private var values: [CellID: Double] = [:]
  private let chain = (0...100).map { CellID(column: $0 % 100, row: $0 / 100) }

  init() {
    for row in 0..<100 {
      for column in 0..<100 { values[CellID(column: column, row: row)] = Double(row * 100 + column) }
    }
  }

  func write(_ number: Double) {
    values[chain[0]] = number
    for (before, id) in zip(chain, chain.dropFirst()) { values[id] = (values[before] ?? 0) + 1 }
  }
}
