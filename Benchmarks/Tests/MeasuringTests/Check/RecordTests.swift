import Foundation
import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct RecordTests {
    func measured(_ ratio: Double, allocations: Double = 0, named name: String = "dispatch") -> Outcome {
      outcome(named: name, row: [ratio], floor: [1], allocations: allocations)
    }

    @Test("what was recorded is accepted afterwards")
    func recordThenCheck() {
      var thresholds = Thresholds(about: "", rows: [])
      #expect(thresholds.record([measured(3), measured(5), measured(4)]) == nil)
      #expect(thresholds.rows[0].ratios == [Thresholds.Ratio(to: "closure", ratio: 4, factor: 1.5)])
      #expect(thresholds.findings(for: measured(4)).allSatisfy { $0.verdict == .ok })
    }

    @Test("recording again changes the figures, and keeps factors, the tolerance and its reason")
    func again() {
      var thresholds = Thresholds(
        about: "",
        rows: [
          Thresholds.Row(
            row: "dispatch", allocations: 1, tolerance: 0.5, reason: "Threads.",
            ratios: [Thresholds.Ratio(to: "closure", ratio: 4, factor: 3)])
        ])
      #expect(thresholds.record([measured(2, allocations: 7)]) == nil)
      #expect(
        thresholds.rows == [
          Thresholds.Row(
            row: "dispatch", allocations: 7, tolerance: 0.5, reason: "Threads.",
            ratios: [Thresholds.Ratio(to: "closure", ratio: 2, factor: 3)])
        ])
    }

    @Test("allocations that differ from one measurement to the next are recorded with a warning")
    func unsteady() {
      var thresholds = Thresholds(about: "", rows: [])
      let counts = [7.5, 7, 8]
      #expect(
        thresholds.record(counts.map { measured(1, allocations: $0) })
          == "The allocations of `dispatch` are between 7 and 8; make them deterministic, or write a "
          + "`tolerance` and the `reason` for it into the file.")
      #expect(thresholds.rows[0].allocations == 7.5)
    }

    @Test("rows stand in the order of the report, and those that are gone are dropped")
    func order() {
      var thresholds = Thresholds(about: "", rows: [])
      for name in ["tap", "old", "dispatch"] { _ = thresholds.record([measured(1, named: name)]) }
      thresholds.arrange(["dispatch", "fanout", "tap"])
      #expect(thresholds.rows.map(\.row) == ["dispatch", "tap"])
    }

    @Test("a file that was written reads back the same, one row a line")
    func roundTrip() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "thresholds-\(UUID()).json").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      var thresholds = Thresholds(about: "Chosen \"by hand\".", rows: [])
      _ = thresholds.record([measured(1.2345, allocations: 0.000_001)])
      _ = thresholds.record([measured(2, named: "tap")])
      thresholds.rows[1].tolerance = 0.25
      thresholds.rows[1].reason = "Threads."
      try thresholds.write(to: path)
      #expect(try Thresholds(path: path) == thresholds)
      #expect(
        thresholds.text.split(separator: "\n").dropFirst(3).first
          == #"    {"row": "dispatch", "allocations": 0.000001, "ratios": [{"to": "closure", "ratio": 1.2345, "factor": 1.5}]},"#
      )
    }

    @Test("a missing file says how to make one, and a damaged one what to do")
    func unusable() throws {
      let missing = #expect(throws: ThresholdsError.self) { try Thresholds(path: "/no/such/6.9.json") }
      #expect(
        missing?.description
          == "There is no file of thresholds at `/no/such/6.9.json`; `Scripts/bench --record` measures and writes it."
      )
      let path = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID()).json").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data("[]".utf8).write(to: URL(filePath: path))
      let damaged = #expect(throws: ThresholdsError.self) { try Thresholds(path: path) }
      #expect(damaged?.description.contains("mend the file, or remove it") == true)
    }
  }
}
