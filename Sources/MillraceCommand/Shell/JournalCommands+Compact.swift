import MillraceJournal

extension JournalCommands {
  func compact(_ request: CompactRequest) throws(JournalError) -> ExitCode {
    // All turns before the first kept one are removed.
    let limit = request.keepFrom.map { $0 == 0 ? 0 : $0 - 1 }
    let found = try console.watching(request.isDryRun ? "Looking" : "Compacting") {
      progress throws(JournalError) in
      try JournalCompaction.compact(
        at: request.path, turnsUpTo: limit, snapshots: request.snapshots, isTrial: request.isDryRun,
        progress: progress)
    }
    let page = CompactPage(
      path: request.path, isDryRun: request.isDryRun, wantsTurns: limit != nil, turns: found.turns,
      events: found.events, snapshots: found.snapshots, keptAfter: found.keptAfter,
      bytesBefore: found.bytesBefore,
      bytesAfter: request.isDryRun ? nil : found.bytesAfter,
      unfinished: found.unfinished?.description)
    put(page.text(console.style), or: page.json)
    return .fine
  }
}
