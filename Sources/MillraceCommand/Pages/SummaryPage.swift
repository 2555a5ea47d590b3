import MillraceJournal

/// The page of an export, an import or a branch.
struct SummaryPage {
  /// The completed action, as the beginning of a sentence.
  let deed: String
  let summary: ExchangeSummary
  /// The members of the JSON before the counts.
  let facts: JournalValue
  /// True when the JSON contains the findings.
  var hasFindings = false

  func text(_ style: Style) -> String {
    var sheet = FactPage()
    sheet.title(deed, .plain)
    var counts = [
      Amounts.count(summary.turns, "turn") + (summary.last.map { " up to \(Amounts.number($0))" } ?? ""),
      Amounts.count(summary.events, "event"), Amounts.count(summary.snapshots, "snapshot"),
    ]
    if summary.tasks > 0 { counts.append(Amounts.count(summary.tasks, "durable effect")) }
    if summary.gaps > 0 { counts.append(Amounts.count(summary.gaps, "gap")) }
    sheet.block(counts.joined(separator: ", "), .dim)
    if !summary.findings.isEmpty {
      sheet.heading("Left out, or noticed")
      sheet.findings(summary.findings)
    }
    return sheet.text(style)
  }

  var json: JournalValue {
    let whole = JournalValue.joined(facts, summary.json)
    guard hasFindings else { return whole }
    let findings = JournalValue.array(summary.findings.map(\.json))
    return .joined(whole, .object(["findings": findings]))
  }
}
