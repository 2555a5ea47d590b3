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
    let page = SummaryPage(
      deed: "Exported \(path) to \(file).", summary: summary,
      facts: .object(["file": .text(file)]), hasFindings: true)
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
    let facts: JournalValue = .object(["file": .text(file), "journal": .null])
    let page = SummaryPage(deed: "\(file) can be imported.", summary: summary, facts: facts)
    put(page.text(console.style), or: page.json)
    return .fine
  }

  func `import`(
    _ file: String, to path: String, _ permissions: AccessPermissions
  ) throws(JournalError) -> ExitCode {
    let summary = try console.watching("Importing") { progress throws(JournalError) in
      try JournalImport.run(from: file, to: path, permissions: permissions, progress: progress)
    }
    let facts: JournalValue = .object(["file": .text(file), "journal": .text(path)])
    let page = SummaryPage(deed: "Made the journal \(path) from \(file).", summary: summary, facts: facts)
    put(page.text(console.style), or: page.json)
    return .fine
  }

  func branch(_ request: BranchRequest) throws(JournalError) -> ExitCode {
    let (turn, new) = (request.turn, request.new)
    let reader = try JournalReader(at: request.path)
    let summary = try console.watching("Branching") { progress throws(JournalError) in
      try reader.branch(
        at: turn, to: new, tasks: request.tasks, permissions: request.permissions, progress: progress)
    }
    let facts: JournalValue = .object(["journal": .text(new), "at": .number(turn)])
    let page = SummaryPage(
      deed: "Made the journal \(new), which continues after turn \(Amounts.number(turn)) of \(request.path).",
      summary: summary, facts: facts)
    put(page.text(console.style), or: page.json)
    return .fine
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
