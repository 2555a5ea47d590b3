import Measuring
import Millrace

private enum Trace {
  @TaskLocal static var span = 0
}

extension BenchmarkRow {
  /// A post that carries the task locals of its poster, against one that does not.
  static let postInheriting = BenchmarkRow(
    "post-inheriting", summary: "one message posted with its poster's task locals, up to the end of its turn",
    operations: 20_000, quickOperations: 5_000,
    floor: Comparison("post without", posting(inheriting: false)),
    side: posting(inheriting: true))

  private static func posting(inheriting: Bool) -> Side {
    Side(async: {
      let home = Home()
      let sender = await home.open()
      return { operations in
        await Trace.$span.withValue(1) {
          await home.run(turns: operations) { _, _ in
            for _ in 0..<operations { sender.send(.increment, inheriting: inheriting) }
          }
        }
      }
    })
  }
}
