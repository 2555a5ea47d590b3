import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct ReportTests {
    @Test("the JSON of a row is one object on one line, beginning with the agreed keys")
    func json() {
      let outcome = outcome(row: [3, 2, 4], floor: [2], goal: 2, allocationGoal: 0)
      #expect(
        Report.json(outcome)
          == #"{"row": "dispatch", "ns": 3.000, "min": 2.000, "allocs": 0, "floor": "closure", "#
          + #""ratio": 1.5000, "n": 1000, "goal": 2, "nsGoal": null, "allocsGoal": 0, "floorNs": 2.000, "#
          + #""floorMin": 2.000, "floorAllocs": 0, "minRatio": 1.0000, "ok": true}"#)
    }

    @Test("the JSON of a row with a further comparison carries it")
    func furtherJSON() {
      let outcome = outcome(row: [3], floor: [2], other: [4], otherGoal: 0.5)
      #expect(
        Report.json(outcome).hasSuffix(
          #""ok": false, "others": [{"floor": "other", "floorNs": 4.000, "ratio": 0.7500, "minRatio": 0.7500, "#
            + #""goal": 0.5}]}"#))
    }

    @Test("allocations that cannot be counted are null in JSON and a question mark in the table")
    func uncounted() {
      let outcome = outcome(row: [3], floor: [2], allocations: nil)
      #expect(Report.json(outcome).contains(#""allocs": null, "#))
      #expect(Report.table([outcome]).contains("   ?  closure"))
    }

    @Test("quotes, backslashes and control characters of a name are escaped in JSON")
    func escapes() {
      let outcome = outcome(named: "a\"b\\c\nd", row: [1], floor: [1])
      #expect(Report.json(outcome).hasPrefix(#"{"row": "a\"b\\c\u000ad", "#))
    }

    @Test("the table is aligned, numbers to the right, and says which goals are kept and which missed")
    func table() {
      let outcomes = [
        outcome(row: [3], floor: [2], goal: 2, other: [1], otherGoal: 1.5, allocationGoal: 0),
        outcome(named: "tap", row: [1234.5], floor: [1000]),
      ]
      #expect(
        Report.table(outcomes) == """
          row            ns      min  allocs  floor    floor ns  ratio  of mins  goal
          dispatch     3.00     3.00       0  closure      2.00  1.50×    1.50×  ≤ 2×, 0 allocs  ok
                                              other        1.00  3.00×    3.00×  ≤ 1.5×          missed
          tap       1234.50  1234.50       0  closure   1000.00  1.23×    1.23×
          """)
    }

    @Test(
      "a number is rounded to the decimal places asked for, with all its zeros",
      arguments: [(0, 2, "0.00"), (1.005, 1, "1.0"), (0.996, 2, "1.00"), (12.04, 2, "12.04"), (2.5, 0, "3")])
    func decimals(value: Double, places: Int, text: String) {
      #expect(decimal(value, places) == text)
    }

    @Test(
      "a short number has no zeros at the end, and does not round something to nothing",
      arguments: [(0, "0"), (10, "10"), (1.5, "1.5"), (0.000_1, "< 0.001"), (0.001, "0.001"), (2.0004, "2")])
    func shortNumbers(value: Double, text: String) {
      #expect(short(value) == text)
    }
  }
}
