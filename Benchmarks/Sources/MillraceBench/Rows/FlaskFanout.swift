import Measuring

extension BenchmarkRow {
  /// A mix of a substance with a thousand reactors; ten listen to what changes; against ten reactors.
  static let flaskFanout = BenchmarkRow(
    "flask-fanout", summary: "one key changes; 10 of the substance's 1,000 reactors listen to it",
    operations: 100_000, quickOperations: 10_000,
    floor: Comparison(
      "with 10 reactors", goal: 1.5, fanoutSide(reactors: 10)),
    side: fanoutSide(reactors: 1_000))

  private static func fanoutSide(reactors: Int) -> Side {
    Side {
      let desk = FlaskFanoutFixture(reactors: reactors, listening: 10)
      return { operations in
        for number in 0..<operations { desk.mix(number) }
        blackHole(desk)
      }
    }
  }
}
