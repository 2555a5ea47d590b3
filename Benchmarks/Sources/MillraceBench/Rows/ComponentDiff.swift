import AftermathComponents
import Measuring

extension BenchmarkRow {
  /// The changes of a long list, against finding out if anything has changed.
  static let componentDiff = BenchmarkRow(
    "component-diff", summary: "the changes between two lists of 10,000 items, of which one differs",
    operations: 300, quickOperations: 30,
    floor: Comparison(
      "two arrays of 10,000 compared", goal: 3,
      Side {
        let lists = opaque(ItemLists())
        return { operations in
          for _ in 0..<operations { blackHole(opaque(lists.old) == opaque(lists.same)) }
        }
      }),
    side: Side {
      let lists = opaque(ItemLists())
      return { operations in
        for _ in 0..<operations { blackHole(opaque(lists.old).changes(to: opaque(lists.new))) }
      }
    })
}

/// Lists of items that were made one by one, and share nothing.
private final class ItemLists {
  let old = ItemLists.makeItems(changed: nil)
  let same = ItemLists.makeItems(changed: nil)
  let new = ItemLists.makeItems(changed: 7_000)

  private static func makeItems(changed: Int?) -> [Item] {
    (0..<10_000).map { (number: Int) -> Item in
      let title = number == changed ? "Changed" : "Title \(number)"
      return Item(identifier: "item \(number)", kind: "row", title: title, subtitle: "Subtitle \(number)")
    }
  }
}
