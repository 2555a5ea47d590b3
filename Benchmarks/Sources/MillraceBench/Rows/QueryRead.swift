import Measuring
import Millrace
import MillraceQueries

extension BenchmarkRow {
  /// Reading a cached value through its query, against looking it up and calling a closure.
  static let queryRead = BenchmarkRow(
    "query-read", summary: "one of 10,000 cached values read through its query",
    operations: 1_000_000, quickOperations: 100_000,
    floor: Comparison(
      "dictionary + closure", goal: 3,
      Side {
        var values: [Int: Int] = [:]
        for number in 0..<10_000 { values[number] = number }
        let numbers = readNumbers
        let use = makeUse()
        return { operations in
          for operation in 0..<operations { use(values[numbers[operation & 63]]) }
        }
      }),
    side: Side {
      var shelf = Shelf()
      let query = makeShelfQuery()
      for number in 0..<10_000 { _ = query.set(number, for: number, in: &shelf) }
      let numbers = readNumbers
      let use = makeUse()
      let filled = shelf
      return { operations in
        for operation in 0..<operations { use(query.value(numbers[operation & 63], in: filled)) }
      }
    })

  private static var readNumbers: [Int] { (0..<64).map { $0 * 10_000 / 64 } }
}

private struct Shelf: Sendable {
  var values = QueryCache<Int, Int>()
}

private typealias ShelfMessage = QueryMessage<Int, Int>

@inline(never)
private func makeShelfQuery() -> StoreQuery<Shelf, ShelfMessage, Int, Int, Int> {
  StoreQuery("value", at: \Shelf.values, { $0 }) { key, _ in key }
}

/// A closure that the optimiser cannot see through.
@inline(never)
private func makeUse() -> (Int?) -> Void {
  var sum = 0
  return { sum &+= $0 ?? 0 }
}
