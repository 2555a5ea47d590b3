import Millrace
import MillraceJournal

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
    for finding in report.findings {
      var line = Line("  ")
      line.add(finding.severity.rawValue, finding.severity.ink)
      line.pad(to: 9)
      line.add("  " + finding.text)
      sheet.line(line)
    }
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
    JSONForm.object([
      "path": .text(path), "sound": .bool(!report.isDamaged), "turns": JSONForm.number(report.turns),
      "events": JSONForm.number(report.events), "snapshots": JSONForm.number(report.snapshots),
      "tasks": JSONForm.number(report.tasks), "gaps": JSONForm.number(report.gaps),
      "last": JSONForm.number(report.last), "findings": .array(report.findings.map(JSONForm.finding)),
      "unlisted": JSONForm.number(report.unlisted),
    ])
  }
}

extension JournalFinding.Severity {
  var ink: TextEmphasis {
    switch self {
    case .note: .dim
    case .warning: .yellow
    case .damage: .red
    }
  }
}
