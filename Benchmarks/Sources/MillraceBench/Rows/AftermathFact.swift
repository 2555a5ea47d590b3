import Aftermath
import Measuring

extension BenchmarkRow {
  /// A fact that is posted to one who reacts, against what it cannot do without.
  static let aftermathFact = BenchmarkRow(
    "aftermath-fact", summary: "one fact posted at home, to one who reacts to it",
    operations: 1_000_000, quickOperations: 100_000, allocationGoal: 0,
    floor: Comparison("look-up by type + closure", goal: 4, lookUpSide),
    side: Side {
      let desk = AftermathFixture()
      desk.watchFacts()
      return { operations in
        for number in 0..<operations { desk.engine.post(fact: BenchFact(number: number)) }
        blackHole(desk.sum)
      }
    })

  /// A dictionary look-up by type, and a call of the closure that is found.
  static var lookUpSide: Side {
    Side {
      let desk = opaque(FactTable())
      return { operations in
        for number in 0..<operations { desk.post(opaque(BenchFact(number: number))) }
        blackHole(desk.sum)
      }
    }
  }
}
