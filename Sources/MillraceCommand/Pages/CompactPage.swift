import MillraceJournal

/// The page of `compact`: the parts removed from a journal, or removable in a dry run.
struct CompactPage {
  let path: String
  var isDryRun = false
  /// True when the removal of turns was requested.
  var wantsTurns = false
  var turns = 0
  var events = 0
  var snapshots = 0
  var keptAfter: UInt64 = 0
  var bytesBefore = 0
  /// The size afterwards; nil in a dry run.
  var bytesAfter: Int?
  /// The reason why the file did not shrink; nil when it did.
  var unfinished: String?

  func text(_ style: Style) -> String {
    var sheet = FactPage(factWidth: 10)
    sheet.title(path)
    sheet.fact(isDryRun ? "would go" : "removed", removed)
    if wantsTurns, turns == 0 {
      sheet.fact("why", "no snapshots replace older turns at or before the given one", .dim)
    }
    if keptAfter > 0 {
      sheet.fact(isDryRun ? "would stay" : "kept", "the turns after turn \(Amounts.number(keptAfter))")
    }
    if let bytesAfter {
      let saved = bytesBefore - bytesAfter
      var size = "\(Amounts.bytes(bytesAfter)), before it was \(Amounts.bytes(bytesBefore))"
      if saved > 0, bytesBefore > 0 {
        let share = Amounts.percent(Double(saved) / Double(bytesBefore))
        size += ": \(Amounts.bytes(saved)) or \(share) saved"
      }
      sheet.fact("size", size, saved > 0 ? .green : .plain)
      if let unfinished { sheet.fact("but", "the file keeps its size: \(unfinished)", .yellow) }
    } else {
      sheet.fact("size", "\(Amounts.bytes(bytesBefore)) now; nothing was changed")
    }
    return sheet.text(style)
  }

  private var removed: String {
    var parts: [String] = []
    if turns > 0 { parts.append(Amounts.count(turns, "turn")) }
    if events > 0 { parts.append(Amounts.count(events, "event")) }
    if snapshots > 0 { parts.append(Amounts.count(snapshots, "snapshot")) }
    return parts.isEmpty ? "nothing but unused space" : parts.joined(separator: ", ")
  }

  var json: JournalValue {
    JSONForm.object([
      "dryRun": .bool(isDryRun), "turns": JSONForm.number(turns), "events": JSONForm.number(events),
      "snapshots": JSONForm.number(snapshots), "keptAfter": JSONForm.number(keptAfter),
      "bytesBefore": JSONForm.number(bytesBefore), "bytesAfter": JSONForm.number(bytesAfter),
      "unfinished": JSONForm.text(unfinished),
    ])
  }
}
