import Millrace
import MillraceJournal

extension JournalCommands {
  func export(
    _ path: String, to file: String?, _ how: ExportOptions, _ permissions: AccessPermissions
  ) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    guard let file else { return try export(reader, how) }
    let summary = try console.watching("Exporting") { progress throws(JournalError) in
      try reader.exportJournal(to: file, options: how, permissions: permissions, progress: progress)
    }
    return put("Exported \(path) to \(file).", summary, ["file": .text(file)], hasFindings: true)
  }

  private func put(
    _ deed: String, _ summary: ExchangeSummary, _ facts: KeyValuePairs<String, JournalValue>,
    hasFindings: Bool = false
  ) -> ExitCode {
    let page = SummaryPage(deed: deed, summary: summary, facts: .object(facts), hasFindings: hasFindings)
    put(page.text(console.style), or: page.json)
    return .fine
  }

  /// Exports to standard output, which receives nothing else.
  private func export(_ reader: JournalReader, _ how: ExportOptions) throws(JournalError) -> ExitCode {
    var filter = TerminalFilter()
    func write(_ progress: @escaping (Double) -> Void) throws(JournalError) -> ExchangeSummary {
      try reader.exportJournal(options: how, progress: progress) { bytes throws(JournalError) in
        if console.width == nil { console.put(bytes) } else { console.put(filter.harmless(bytes)) }
        if console.failure != nil { throw .file(path: "-", reason: "the reading program has ended") }
      }
    }
    // A progress bar would appear between the lines.
    let summary = try console.width == nil ? console.watching("Exporting", write) : write { _ in }
    console.flush()
    for finding in summary.findings {
      console.complain("\(finding.severity.rawValue): \(finding.text)")
    }
    return .fine
  }

  func check(_ file: String) throws(JournalError) -> ExitCode {
    let summary = try console.watching("Checking") { progress throws(JournalError) in
      try JournalImport.validate(file, progress: progress)
    }
    return put("\(file) can be imported.", summary, ["file": .text(file), "journal": .null])
  }

  func `import`(
    _ file: String, to path: String, _ permissions: AccessPermissions
  ) throws(JournalError) -> ExitCode {
    let summary = try console.watching("Importing") { progress throws(JournalError) in
      try JournalImport.run(from: file, to: path, permissions: permissions, progress: progress)
    }
    return put(
      "Made the journal \(path) from \(file).", summary, ["file": .text(file), "journal": .text(path)])
  }

  func branch(_ request: BranchRequest) throws(JournalError) -> ExitCode {
    let (turn, new) = (request.turn, request.new)
    let reader = try JournalReader(at: request.path)
    let summary = try console.watching("Branching") { progress throws(JournalError) in
      try reader.branch(
        at: turn, to: new, tasks: request.tasks, permissions: request.permissions, progress: progress)
    }
    return put(
      "Made the journal \(new), which continues after turn \(Amounts.number(turn)) of \(request.path).",
      summary, ["journal": .text(new), "at": .number(turn)])
  }

  func compact(_ request: CompactRequest) throws(JournalError) -> ExitCode {
    // All turns before the first kept one are removed.
    let limit = request.keepFrom.map { $0 == 0 ? 0 : $0 - 1 }
    let found = try console.watching(request.isDryRun ? "Looking" : "Compacting") {
      progress throws(JournalError) in
      try JournalCompaction.compact(
        at: request.path, turnsUpTo: limit, snapshots: request.snapshots, isTrial: request.isDryRun,
        progress: progress)
    }
    let page = CompactPage(request: request, found: found)
    put(page.text(console.style), or: page.json)
    return .fine
  }
}
