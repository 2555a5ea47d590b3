import Measuring
import Millrace

extension BenchmarkRow {
  /// A turn that affects one of many observers, against looking that one up.
  static let select = BenchmarkRow(
    "select", summary: "one message that changes what one of 10,000 observers looks at",
    operations: 1_000_000, quickOperations: 100_000,
    floor: Comparison(
      "dictionary + closure", goal: 4,
      Side {
        var observers: [Int: RowObserver] = [:]
        for number in 0..<10_000 { observers[number] = makeRowObserver() }
        let numbers = touchedNumbers(of: 10_000)
        let row = TableRow()
        return { operations in
          for operation in 0..<operations { observers[numbers[operation & 63]]?.call(row) }
        }
      }),
    others: [Comparison("100 observers", goal: 1.5, selectSide(observers: 100))],
    side: selectSide(observers: 10_000))

  private static func selectSide(observers count: Int) -> Side {
    Side {
      let store = makeTableStore(rows: count)
      let tokens = (0..<count).map { store.observe(\.rows, row: $0, makeRowObserver().call) }
      let numbers = touchedNumbers(of: count)
      return { operations in
        for operation in 0..<operations { store.send(.touch(numbers[operation & 63])) }
        blackHole((store, tokens))
      }
    }
  }

  // The same number of rows, however many there are: the row is about finding the observer, not about caches.
  private static func touchedNumbers(of count: Int) -> [Int] {
    (0..<64).map { $0 * count / 64 }
  }
}
