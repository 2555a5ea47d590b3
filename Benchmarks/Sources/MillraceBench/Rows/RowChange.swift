import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn that changes one row of many, against changing it in a dictionary.
  static let row = BenchmarkRow(
    "row", summary: "one message that changes one of 100,000 rows, which one observer looks at",
    operations: 1_000_000, quickOperations: 100_000,
    floor: Comparison(
      "dictionary", goal: 4,
      Side {
        let rows = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, TableRow()) })
        let change = opaque(Change { rows, number in rows[number]?.count &+= 1 })
        return { [rows = Rows(rows)] operations in
          for _ in 0..<operations { change.call(&rows.byNumber, 50_000) }
        }
      }),
    others: [Comparison("100 rows", goal: 1.5, rowSide(rows: 100))],
    side: rowSide(rows: 100_000))

  private static func rowSide(rows count: Int) -> Side {
    Side {
      let store = makeTableStore(rows: count)
      let token = store.observe(\.rows, row: count / 2, makeRowObserver().call)
      return { operations in
        for _ in 0..<operations { store.send(.touch(count / 2)) }
        blackHole((store, token))
      }
    }
  }
}

private struct Change {
  let call: (inout [Int: TableRow], Int) -> Void

  init(_ call: @escaping (inout [Int: TableRow], Int) -> Void) { self.call = call }
}

private final class Rows {
  var byNumber: [Int: TableRow]

  init(_ byNumber: [Int: TableRow]) { self.byNumber = byNumber }
}
