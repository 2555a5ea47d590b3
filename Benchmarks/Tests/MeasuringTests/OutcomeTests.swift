import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct OutcomeTests {
    @Test("the median of an odd number of runs is the middle one, whatever their order")
    func oddMedian() {
      let figures = Figures(runs: [9, 1, 4], allocations: nil)
      #expect(figures.median == 4)
      #expect(figures.minimum == 1)
    }

    @Test("the median of an even number of runs is the mean of the two in the middle")
    func evenMedian() {
      #expect(Figures(runs: [8, 1, 2, 4], allocations: nil).median == 3)
    }

    @Test("the ratios are median over median and fastest over fastest")
    func ratios() {
      let outcome = outcome(row: [2, 6, 10], floor: [1, 4, 4])
      #expect(outcome.floor.ratio == 1.5)
      #expect(outcome.floor.minimumRatio == 2)
    }

    @Test("a ratio that equals its goal keeps it, a larger one misses it")
    func goal() {
      #expect(outcome(row: [2], floor: [1], goal: 2).isMet)
      #expect(!outcome(row: [2], floor: [1], goal: 1.99).isMet)
    }

    @Test("a row misses its goals when only the further comparison does")
    func furtherGoal() {
      #expect(outcome(row: [2], floor: [2], goal: 1, other: [1.5], otherGoal: 1.5).isMet)
      #expect(!outcome(row: [2], floor: [2], goal: 1, other: [1], otherGoal: 1.5).isMet)
    }

    @Test("a row that may not allocate misses its goal by the smallest fraction")
    func allocationGoal() {
      #expect(outcome(row: [1], floor: [1], allocations: 0, allocationGoal: 0).isMet)
      #expect(!outcome(row: [1], floor: [1], allocations: 0.000_001, allocationGoal: 0).isMet)
    }

    @Test("a row that takes longer than it promised misses its goal")
    func timeGoal() {
      #expect(outcome(row: [5], floor: [1], timeGoal: 5).isMet)
      #expect(!outcome(row: [5.1], floor: [1], timeGoal: 5).isMet)
    }

    @Test("allocations that cannot be counted are not judged")
    func uncountedAllocations() {
      let outcome = outcome(row: [1], floor: [1], allocations: nil, allocationGoal: 0)
      #expect(outcome.meetsAllocationGoal == nil)
      #expect(outcome.isMet)
    }
  }
}

/// An outcome made from runs, for tests.
func outcome(
  named name: String = "dispatch", row: [Double], floor: [Double], goal: Double? = nil,
  other: [Double]? = nil,
  otherGoal: Double? = nil, allocations: Double? = 0, allocationGoal: Double? = nil, timeGoal: Double? = nil
) -> Outcome {
  let own = Figures(runs: row, allocations: allocations)
  let others = other.map { runs in
    Outcome.Compared(
      name: "other", goal: otherGoal, row: own, figures: Figures(runs: runs, allocations: allocations))
  }
  return Outcome(
    row: name, operations: 1_000, figures: own, timeGoal: timeGoal, allocationGoal: allocationGoal,
    floor: Outcome.Compared(
      name: "closure", goal: goal, row: own, figures: Figures(runs: floor, allocations: allocations)),
    others: others.map { [$0] } ?? [])
}
