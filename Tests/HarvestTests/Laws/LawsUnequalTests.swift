import Testing

@testable import Harvest

private enum Level: Equatable, Sendable {
  case number(Double), list([Double]), full
}

private enum Gauge: Equatable, Sendable {
  case read(Double), readAll([Double]), reset
}

private func fresh() -> [Double] { Array(repeating: .nan, count: 1) }

@Suite("A row of a table whose input or state has a NaN")
struct LawsUnequalTests {
  private typealias Mapping = Harvester<Gauge, Level>.Mapping

  @Test("is taken by one with a NaN, and by no other")
  func taken() {
    let rows: [(Mapping, Gauge, Level)] = [
      (.read(.nan) | .full => .number(.nan), .read(.nan), .full),
      (.readAll(fresh()) | .full => .number(.nan), .readAll(fresh()), .full),
      (.reset | .number(.nan) => .full, .reset, .number(.nan)),
      (.reset | .list(fresh()) => .full, .reset, .list(fresh())),
      (.readAll(fresh()) | .list(fresh()) => .full, .readAll(fresh()), .list(fresh())),
    ]
    for (mapping, input, state) in rows {
      for (given, from, isTaken) in [
        (input, state, true), (.read(1), state, false), (input, .number(1), false),
        (input, .list([1]), false),
      ] {
        #expect((mapping.run(given, from) != nil) == isTaken, "\(given), \(from)")
        #expect(mapping.rules.first?.row?.matches(given, from) == isTaken)
      }
    }
  }
}
