import Millrace
import Testing

@testable import MillraceJournal

@Suite("Reading: judging rows")
struct ReadingCheckTests {
  private var names: RowNames {
    var names = RowNames()
    names.stores = [1: "notes"]
    names.kinds = [1: SchemaKind(name: "note", version: 1)]
    return names
  }

  private func chain(_ count: Int64) -> [TurnRow] {
    var sums = RowSum()
    var sum: UInt64 = 77
    return (1...count).map { sequence in
      var row = TurnRow(
        sequence: sequence, time: sequence, store: 1, type: 1, message: JournalValue.integer(sequence).cbor(),
        cause: 0)
      sum = row.sum(after: sum, &sums)
      row.sum = sum
      return row
    }
  }

  private func verdicts(_ rows: [TurnRow], holeBefore: Int? = nil) -> [String] {
    var check = TurnCheck(after: 0, base: 77)
    return rows.enumerated().map { place, row in
      if place == holeBefore { check.hole() }
      return check.flaws(of: row, names: names).isEmpty ? "s" : "w"
    }
  }

  @Test("One changed row is one that is wrong, whatever is changed in it")
  func oneChange() {
    let rows = chain(5)
    #expect(verdicts(rows) == ["s", "s", "s", "s", "s"])
    let changes: [(inout TurnRow) -> Void] = [
      { $0.time += 1 }, { $0.store = 2 }, { $0.type = nil }, { $0.message = nil }, { $0.message?.append(0) },
      { $0.cause = 1 }, { $0.source = 1 }, { $0.asked = 1 }, { $0.unhandled = 1 }, { $0.effects = [] },
      { $0.sum ^= 1 },
    ]
    for (number, change) in changes.enumerated() {
      var rows = rows
      change(&rows[2])
      #expect(verdicts(rows) == ["s", "s", "w", "s", "s"], "change \(number)")
    }
  }

  @Test("After a hole one row cannot be proven, and the chain goes on from it")
  func hole() {
    var rows = chain(6)
    rows.removeSubrange(2...3)
    #expect(verdicts(rows) == ["s", "s", "w", "s"])
    #expect(verdicts(rows, holeBefore: 2) == ["s", "s", "s", "s"])
  }

  @Test("Rows that change places are both wrong")
  func order() {
    var rows = chain(5)
    rows.swapAt(1, 2)
    #expect(verdicts(rows).filter { $0 == "w" }.count >= 2)
  }

  @Test("A message without a kind, and a cause that is not known, are wrong though the sum is right")
  func contents() {
    var sums = RowSum()
    for change: (inout TurnRow) -> Void in [{ $0.type = nil }, { $0.cause = 9 }, { $0.message = [0xFF] }] {
      var row = chain(1)[0]
      change(&row)
      row.sum = row.sum(after: 77, &sums)
      #expect(verdicts([row]) == ["w"])
    }
  }

  @Test("A report lists only so many findings, and counts the others")
  func limit() {
    var report = JournalReport()
    for _ in 0..<(JournalReport.limit + 5) { report.add(JournalFinding(.note, "x")) }
    report.add(JournalFinding(.damage, "y"))
    #expect(report.findings.count == JournalReport.limit)
    #expect(report.unlisted == 6)
    #expect(report.isDamaged)
    #expect(JournalFinding.Severity.note < .warning && JournalFinding.Severity.warning < .damage)
  }
}
