import Measuring
import MillraceTesting

extension BenchmarkRow {
  /// The readable difference of two large states, against finding out that there is none.
  static let diff = BenchmarkRow(
    "diff", summary: "the readable difference of two states of 10,000 rows, of which one differs",
    operations: 100, quickOperations: 10,
    floor: Comparison(
      "two states of 10,000 compared", goal: 10,
      Side {
        let shelves = opaque(Shelves())
        return { operations in
          for _ in 0..<operations { blackHole(opaque(shelves.old) == opaque(shelves.same)) }
        }
      }),
    side: Side {
      let shelves = opaque(Shelves())
      return { operations in
        for _ in 0..<operations { blackHole(Difference(from: opaque(shelves.old), to: opaque(shelves.new))) }
      }
    })
}

/// States that were made one by one, and share nothing.
private final class Shelves {
  let old = Shelf(changed: nil)
  let same = Shelf(changed: nil)
  let new = Shelf(changed: 7_000)
}

private struct Shelf: Equatable {
  var name = "Library"
  var books: [Book]

  init(changed: Int?) {
    books = (0..<10_000).map { (number: Int) -> Book in
      let title = number == changed ? "Another title" : "The title of number \(number)"
      return Book(number: number, title: title, year: 1815 + number % 100, copies: number % 7, isLent: false)
    }
  }
}

private struct Book: Equatable {
  var number: Int
  var title: String
  var year: Int
  var copies: Int
  var isLent: Bool
}
