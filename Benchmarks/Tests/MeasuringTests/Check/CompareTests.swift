import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct CompareTests {
    let recorded = Thresholds(
      about: "",
      rows: [
        Thresholds.Row(
          row: "dispatch", allocations: 2, ratios: [Thresholds.Ratio(to: "closure", ratio: 4, factor: 1.5)])
      ])

    func verdicts(_ outcome: Outcome, tolerance: Double? = nil) -> [Finding.Verdict] {
      var thresholds = recorded
      thresholds.rows[0].tolerance = tolerance
      return thresholds.findings(for: outcome).map(\.verdict)
    }

    @Test("the recorded figures themselves are accepted")
    func same() {
      #expect(verdicts(outcome(row: [4], floor: [1], allocations: 2)) == [.ok, .ok])
    }

    @Test(
      "allocations must be the recorded ones exactly, up to the sixth decimal place",
      arguments: [(1, .fewer), (1.999_999, .fewer), (2.000_000_1, .ok), (2.000_001, .more), (3, .more)]
        as [(Double, Finding.Verdict)])
    func allocations(now: Double, verdict: Finding.Verdict) {
      #expect(verdicts(outcome(row: [4], floor: [1], allocations: now)) == [verdict, .ok])
    }

    @Test(
      "a tolerance accepts allocations on both sides, up to its end",
      arguments: [(1.8, .fewer), (1.9, .ok), (2.1, .ok), (2.2, .more)] as [(Double, Finding.Verdict)])
    func tolerance(now: Double, verdict: Finding.Verdict) {
      #expect(verdicts(outcome(row: [4], floor: [1], allocations: now), tolerance: 0.1) == [verdict, .ok])
    }

    @Test("allocations that cannot be counted are no breach")
    func uncounted() {
      let findings = recorded.findings(for: outcome(row: [4], floor: [1], allocations: nil))
      #expect(findings.map(\.verdict) == [.uncounted, .ok])
      #expect(findings.allSatisfy { !$0.isBreach })
    }

    @Test(
      "a ratio is accepted up to its factor; one that is better by more than that is faster, and no breach",
      arguments: [(2.6, .faster), (2.7, .ok), (6, .ok), (6.1, .slower)] as [(Double, Finding.Verdict)])
    func ratio(now: Double, verdict: Finding.Verdict) {
      let findings = recorded.findings(for: outcome(row: [now], floor: [1], allocations: 2))
      #expect(findings.map(\.verdict) == [.ok, verdict])
      #expect(findings[1].isBreach == (verdict == .slower))
    }

    @Test("the ratio is that of the fastest runs, not of the medians")
    func fastest() {
      #expect(verdicts(outcome(row: [4, 40, 40], floor: [1], allocations: 2)) == [.ok, .ok])
    }

    @Test("a further comparison counts when it has a goal")
    func furtherComparison() {
      let informational = outcome(row: [4], floor: [1], other: [1], allocations: 2)
      #expect(verdicts(informational) == [.ok, .ok])
      let promised = outcome(row: [4], floor: [1], other: [1], otherGoal: 2, allocations: 2)
      #expect(verdicts(promised) == [.ok, .ok, .new])
    }

    @Test("a row without thresholds is a breach, and so are thresholds without a row or a comparison")
    func newAndGone() {
      let other = outcome(named: "tap", row: [4], floor: [1], allocations: 2)
      #expect(recorded.findings(for: other).map(\.verdict) == [.new, .new])
      #expect(recorded.findingsOfGoneRows(known: ["tap"]).map(\.verdict) == [.gone])
      #expect(recorded.findingsOfGoneRows(known: ["dispatch"]).isEmpty)
      var more = recorded
      more.rows[0].ratios.append(Thresholds.Ratio(to: "other", ratio: 1, factor: 2))
      #expect(
        more.findings(for: outcome(row: [4], floor: [1], allocations: 2)).map(\.verdict) == [.ok, .ok, .gone])
    }

    @Test("each breach has a sentence that names the row, both figures and the remedy")
    func sentences() {
      let findings = recorded.findings(for: outcome(row: [8], floor: [1], allocations: 3))
      #expect(
        findings.map(\.sentence) == [
          "`dispatch` makes 3 allocations per operation instead of 2; find what allocates and mend it, or "
            + "record it with `Scripts/bench --record dispatch` and say why in the commit.",
          "`dispatch`, ratio to closure, is 8.00 instead of 4.00, and at most 6.00 is accepted; measure again "
            + "when the machine is idle, then mend what became slower, or record it with "
            + "`Scripts/bench --record dispatch` and say why in the commit.",
        ])
    }

    @Test("the table shows each figure beside the recorded one, breaches in capitals")
    func table() {
      #expect(
        Report.table(recorded.findings(for: outcome(row: [4], floor: [1], allocations: 2.5))) == """
          row       figure             was    is  limit  verdict
          dispatch  allocations          2   2.5      2  MORE
          dispatch  ratio to closure  4.00  4.00   6.00  ok
          """)
    }

    @Test("the JSON of a finding is one object on one line")
    func json() {
      let finding = recorded.findings(for: outcome(row: [4], floor: [1], allocations: 2))[1]
      #expect(
        Report.json(finding)
          == #"{"row": "dispatch", "figure": "ratio to closure", "was": 4, "is": 4, "limit": 6, "#
          + #""verdict": "ok", "ok": true, "sentence": null}"#)
    }

    @Test("a slow row is measured again, at most three times, and its best ratio counts")
    func attempts() {
      var attempts = Attempts(recorded)
      for ratio in [9.0, 7, 8] {
        #expect(attempts.wantsAnother)
        attempts.add(outcome(row: [ratio], floor: [1], allocations: 2))
      }
      #expect(!attempts.wantsAnother)
      #expect(attempts.findings.map(\.is) == [2, 7])
      #expect(attempts.findings.map(\.verdict) == [.ok, .slower])
    }

    @Test("a row that allocates otherwise is measured again, and the count nearest to the recorded counts")
    func nearestAllocations() {
      var tolerant = recorded
      tolerant.rows[0].tolerance = 0.1
      var attempts = Attempts(tolerant)
      for allocations in [1.5, 2.5, 1.95] {
        #expect(attempts.wantsAnother)
        attempts.add(outcome(row: [4], floor: [1], allocations: allocations))
      }
      #expect(!attempts.wantsAnother)
      #expect(attempts.findings.map(\.is) == [1.95, 4])
      #expect(attempts.findings.map(\.verdict) == [.ok, .ok])
    }

    @Test("a row whose allocations stay different is a breach after three measurements")
    func lastingDifference() {
      for (counts, verdict) in [([3.0, 4, 3], Finding.Verdict.more), ([1, 0, 1], .fewer)] {
        var attempts = Attempts(recorded)
        for count in counts {
          #expect(attempts.wantsAnother)
          attempts.add(outcome(row: [4], floor: [1], allocations: count))
        }
        #expect(!attempts.wantsAnother)
        #expect(attempts.findings.map(\.verdict) == [verdict, .ok])
      }
    }

    @Test("a row that was slow once and allocated more once is accepted")
    func secondAttempt() {
      var attempts = Attempts(recorded)
      attempts.add(outcome(row: [9], floor: [1], allocations: 3))
      attempts.add(outcome(row: [5], floor: [1], allocations: 2))
      #expect(!attempts.wantsAnother)
      #expect(attempts.findings.map(\.verdict) == [.ok, .ok])
    }
  }
}
