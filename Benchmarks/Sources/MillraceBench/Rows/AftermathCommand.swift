import Aftermath
import Measuring

extension BenchmarkRow {
  /// A command whose handler answers at once and is reacted to, against what it cannot do without.
  static let aftermathCommand = BenchmarkRow(
    "aftermath-command", summary: "one command executed at home: its handler, the event, one reaction",
    operations: 500_000, quickOperations: 50_000,
    floor: Comparison("look-up by type + closure", goal: 8, lookUpSide),
    side: commandSide(types: 1))

  /// The same with 10,000 types of commands registered.
  static let aftermathTypes = BenchmarkRow(
    "aftermath-types", summary: "the same with 10,000 types of commands registered",
    operations: 500_000, quickOperations: 50_000,
    floor: Comparison("with 10 types", goal: 1.5, commandSide(types: 10)),
    side: commandSide(types: 10_000))

  private static func commandSide(types: Int) -> Side {
    Side {
      let desk = AftermathFixture()
      desk.register(types: types)
      desk.watchCommands()
      return { operations in
        for number in 0..<operations { desk.engine.execute(command: BenchCommand(number: number)) }
        blackHole(desk.sum)
      }
    }
  }
}
