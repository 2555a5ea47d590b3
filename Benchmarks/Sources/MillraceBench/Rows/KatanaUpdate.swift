import Katana
import Measuring

extension BenchmarkRow {
  /// One message through a combined updater, against a switch that is written by hand.
  static let katanaUpdate = BenchmarkRow(
    "katana-update", summary: "one message for the eleventh of 20 slices through a combined updater",
    operations: 500_000, quickOperations: 50_000,
    floor: Comparison(
      "switch by hand, one enum", goal: 5,
      Side {
        let model = opaque(SlicesBox(rows: 100))
        return { operations in
          for _ in 0..<operations {
            blackHole(updateByHand(&model.slices, opaque(AnySliceMessage.s10(.add(1)))))
          }
        }
      }),
    others: [
      Comparison(
        "switch by hand, any message",
        Side {
          let message: any Message = SliceMessage<Tag10>.add(1)
          let model = opaque(SlicesBox(rows: 100))
          return { operations in
            for _ in 0..<operations { blackHole(updateByHand(&model.slices, opaque(message))) }
          }
        }),
      Comparison("a model of 100 rows a slice", goal: 1.2, updateSide(rows: 100)),
    ],
    side: updateSide(rows: 100_000))

  private static func updateSide(rows: Int) -> Side {
    Side {
      let updater = opaque(makeSlicesUpdater())
      let message: any Message = SliceMessage<Tag10>.add(1)
      let model = opaque(SlicesBox(rows: rows))
      return { operations in
        for _ in 0..<operations { blackHole(updater.apply(opaque(message), to: &model.slices)) }
      }
    }
  }
}

/// The owner of the slices.
private final class SlicesBox {
  @exclusivity(unchecked) var slices: Slices

  init(rows: Int) { slices = Slices(rows: rows) }
}
