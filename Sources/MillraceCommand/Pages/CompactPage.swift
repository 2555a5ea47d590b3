import MillraceJournal

/// The page of `compact`: the parts removed from a journal, or removable in a dry run.
struct CompactPage {
  let request: CompactRequest
  let found: JournalCompaction

  private var isDryRun: Bool { request.isDryRun }

  func text(_ style: Style) -> String {
    var sheet = FactPage(factWidth: 10)
    sheet.title(request.path)
    sheet.fact(isDryRun ? "would go" : "removed", removed)
    if request.keepFrom != nil, found.turns == 0 {
      sheet.fact("why", "no snapshots replace older turns at or before the given one", .dim)
    }
    if found.keptAfter > 0 {
      sheet.fact(
        isDryRun ? "would stay" : "kept", "the turns after turn \(Amounts.number(found.keptAfter))")
    }
    if isDryRun {
      sheet.fact("size", "\(Amounts.bytes(found.bytesBefore)) now; nothing was changed")
    } else {
      let saved = found.bytesBefore - found.bytesAfter
      var size = "\(Amounts.bytes(found.bytesAfter)), before it was \(Amounts.bytes(found.bytesBefore))"
      if saved > 0, found.bytesBefore > 0 {
        let share = Amounts.percent(Double(saved) / Double(found.bytesBefore))
        size += ": \(Amounts.bytes(saved)) or \(share) saved"
      }
      sheet.fact("size", size, saved > 0 ? .green : .plain)
      if let reason = found.unfinished { sheet.fact("but", "the file keeps its size: \(reason)", .yellow) }
    }
    return sheet.text(style)
  }

  private var removed: String {
    let counts = [(found.turns, "turn"), (found.events, "event"), (found.snapshots, "snapshot")]
    let parts = counts.filter { $0.0 > 0 }.map { Amounts.count($0, $1) }
    return parts.isEmpty ? "nothing but unused space" : parts.joined(separator: ", ")
  }

  var json: JournalValue {
    .object([
      "dryRun": .bool(isDryRun), "turns": .number(found.turns), "events": .number(found.events),
      "snapshots": .number(found.snapshots), "keptAfter": .number(found.keptAfter),
      "bytesBefore": .number(found.bytesBefore), "bytesAfter": .number(isDryRun ? nil : found.bytesAfter),
      "unfinished": .text(found.unfinished?.description),
    ])
  }
}
