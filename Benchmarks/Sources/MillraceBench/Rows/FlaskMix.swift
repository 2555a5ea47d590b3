import Measuring

extension BenchmarkRow {
  /// A chain over three substances with five keys that are listened to, against doing the same by hand.
  static let flaskMix = BenchmarkRow(
    "flask-mix", summary: "a chain over 3 substances of 50 properties, 5 keys listened to",
    operations: 200_000, quickOperations: 20_000,
    floor: Comparison("the changes and comparisons by hand", goal: 6, handSide),
    others: [
      Comparison(
        "by hand, the states before kept",
        Side {
          let desk = HandMixFixture()
          return { operations in
            for number in 0..<operations { desk.mixKeeping(number) }
          }
        })
    ],
    side: mixSide(declares: true))

  /// The same with a reactor that is told of each substance, and asks for the keys then.
  static let flaskHandler = BenchmarkRow(
    "flask-handler", summary: "the same with the 5 keys asked for in a reactor's handler",
    operations: 200_000, quickOperations: 20_000,
    floor: Comparison("the changes and comparisons by hand", goal: 6, handSide),
    side: mixSide(declares: false))

  private static var handSide: Side {
    Side {
      let desk = HandMixFixture()
      return { operations in
        for number in 0..<operations { desk.mix(number) }
      }
    }
  }

  private static func mixSide(declares: Bool) -> Side {
    Side {
      let desk = FlaskMixFixture(declares: declares)
      return { operations in
        for number in 0..<operations { desk.mix(number) }
        blackHole(desk.sum)
      }
    }
  }
}
