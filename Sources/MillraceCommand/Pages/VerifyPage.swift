import Millrace
import MillraceJournal
import MillraceSupport

/// The page of `verify`: the findings of a check.
struct VerifyPage {
  let path: String
  let report: JournalReport

  func text(_ style: Style) -> String {
    var sheet = FactPage()
    var title = Line(path, .bold)
    title.add(" is ")
    title.add(report.isDamaged ? "damaged" : "sound", report.isDamaged ? .red : .green)
    sheet.line(title)
    let counts = [
      Amounts.count(report.turns, "turn") + (report.last.map { " up to \(Amounts.number($0))" } ?? ""),
      Amounts.count(report.events, "event"), Amounts.count(report.snapshots, "snapshot"),
      Amounts.count(report.tasks, "durable effect"), Amounts.count(report.gaps, "gap"),
    ]
    sheet.block("checked \(counts.joined(separator: ", "))", .dim)
    if !report.findings.isEmpty { sheet.heading("Findings") }
    sheet.findings(report.findings)
    if report.unlisted > 0 { sheet.block("and \(Amounts.number(report.unlisted)) more", .dim) }
    if report.isDamaged {
      sheet.heading("What to do")
      sheet.block(
        """
        Export the readable turns, and make a journal of them:
          millrace journal export --salvage '\(TextWidth.harmless(path))' rest.jsonl
          millrace journal import rest.jsonl rest.journal
        """)
    }
    return sheet.text(style)
  }

  var json: JournalValue {
    .object([
      "path": .text(path), "sound": .bool(!report.isDamaged), "turns": .number(report.turns),
      "events": .number(report.events), "snapshots": .number(report.snapshots),
      "tasks": .number(report.tasks),
      "gaps": .number(report.gaps), "last": .number(report.last),
      "findings": .array(report.findings.map(\.json)), "unlisted": .number(report.unlisted),
    ])
  }
}
