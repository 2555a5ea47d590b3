import Harvest
import Testing

@Suite("A statechart beside the W3C's algorithm")
struct StandardTests {
  /// Returns the first difference from the algorithm within some random charts; nil if there is none.
  private static func difference(
    _ differences: StandardInterpreter.Differences, seeds: Range<UInt64>
  ) -> (found: String?, turns: Int) {
    var turns = 0
    for seed in seeds {
      var random = StandardChart(seed: seed)
      guard let chart = random.chart() else { continue }
      var standard = StandardInterpreter(random, differences)
      var state = chart.initialState
      if standard.isEndless { continue }
      if standard.steps != chart.beginning.steps.map(text) { return ("\(seed) at the beginning", turns) }
      for turn in 0..<20 {
        let input = random.input()
        let reaction = chart.react(to: input, in: state)
        standard.take(input)
        if reaction?.error != nil || standard.isEndless { break }
        state = reaction?.state ?? state
        let steps = reaction.map { $0.steps.map(text) } ?? []
        if steps != standard.steps || Set(state.active) != standard.active {
          return ("\(seed) at turn \(turn), input \(input): \(steps), and \(standard.steps)", turns)
        }
        turns += steps.isEmpty ? 0 : 1
      }
    }
    return (nil, turns)
  }

  private static func text(_ step: StatechartStep<Int>) -> String {
    switch step {
    case .exited(let state): "exit \(state)"
    case .took(let transition): "took \(transition.source)"
    case .entered(let state): "enter \(state)"
    }
  }

  @Test("takes the same steps but for the differences that are listed", arguments: 0..<4)
  func same(part: UInt64) {
    let (found, turns) = Self.difference(.all, seeds: part * 100..<part * 100 + 100)
    #expect(found == nil)
    #expect(turns > 20, "\(turns)")
  }

  // `ChartMemoryTests` and `ChartFamilyTests` have the others, which are rare in random charts.
  @Test(
    "has differences of which the algorithm without one takes other steps",
    arguments: [1, 2, 32, 128])
  func different(number: Int) {
    let others = StandardInterpreter.Differences.all.subtracting(.init(rawValue: number))
    #expect(Self.difference(others, seeds: 0..<4000).found != nil)
  }
}
