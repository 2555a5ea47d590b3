public import Millrace

/// What becomes of the durable effects of a journal in a branch of it.
public enum BranchTasks: Hashable, Sendable {
  /// Those that had not ended are taken over, and are begun again when the branch is opened.
  ///
  /// Both journals may then do the same thing, with the same keys; keep them only if the branch is to take
  /// the place of the journal it comes from.
  case keep
  /// Those that had not ended are left out.
  case drop
}

extension JournalReader {
  /// Makes a new journal with the turns up to and including one, which can be continued differently.
  ///
  /// It has the turns with their chain, the snapshots, the events up to the turn that comes next, and the
  /// gaps, as of then; an id of its own; and says where it comes from. Of the durable effects it has those
  /// that had been asked for by then. Those that ended later are open again there, with ``BranchTasks/keep``.
  /// Every sum is checked on the way.
  ///
  /// - Parameters:
  ///   - sequence: The last turn that is taken over; a number without a turn will do.
  ///   - target: The path of the new journal, where there must be none.
  ///   - tasks: What becomes of durable effects that had not ended.
  ///   - permissions: The rights of the new journal's files.
  ///   - progress: Is told how much is done, from 0 to 1.
  /// - Returns: How much was written.
  /// - Throws: ``JournalError/noTurn(_:first:last:)``, ``JournalError/removed(_:first:)``,
  ///   ``JournalError/inGap(_:after:until:)``, ``JournalError/exists(path:)``,
  ///   ``JournalError/damaged(path:findings:)``, or ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public func branch(
    at sequence: UInt64, to target: String, tasks: BranchTasks = .drop,
    permissions: AccessPermissions = .ownerOnly, progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    let branching = Branching(
      path: path, database: try Self.open(path), end: Int64(clamping: sequence), tasks: tasks,
      permissions: permissions)
    return try branching.run(to: target, progress: progress)
  }
}

/// Copies a journal up to a turn.
struct Branching {
  let path: String
  let database: Database
  let end: Int64
  let tasks: BranchTasks
  let permissions: AccessPermissions

  func run(
    to target: String, progress: (Double) -> Void
  ) throws(JournalError) -> ExchangeSummary {
    try database.execute("BEGIN", doing: "be read")
    defer { database.close() }
    let flaws = try JournalSchema.flaws(database)
    if !flaws.isEmpty { throw .damaged(path: path, findings: flaws) }
    let names = try RowNames(database)
    let first = try database.metaInteger(.first) ?? 0
    let base = try database.metaInteger(.base) ?? 0
    try check(first: try database.keptAfter)
    var meta: [MetaKey: MetaValue] = [
      .id: .text(IdentifierSource.random(.system).next().description), .parentSequence: .integer(end),
      .first: .integer(first), .base: .integer(base),
    ]
    meta[.cut] = try database.metaInteger(.cut).map { .integer($0) }
    meta[.flow] = try database.metaText(.flow).map { .text($0) }
    meta[.parent] = try database.metaText(.id).map { .text($0) }
    let builder = try JournalBuilder(target, meta: meta, names: names, permissions)
    var summary = ExchangeSummary()
    try copyTurns(first: first, base: base, names, builder, &summary, progress)
    try copyEvents(names, builder, &summary)
    try copyParts(names, builder, &summary)
    try builder.finish()
    progress(1)
    return summary
  }

  private func check(first: Int64) throws(JournalError) {
    let last = max(first, try database.integer("SELECT max(sequence) FROM turns") ?? 0)
    if end < first { throw .removed(UInt64(end), first: UInt64(bitPattern: first)) }
    if end > last {
      let oldest = try database.integer("SELECT min(sequence) FROM turns") ?? first
      throw .noTurn(UInt64(end), first: UInt64(bitPattern: oldest), last: UInt64(bitPattern: last))
    }
    let gap = try database.prepare("SELECT \(GapRow.columns) FROM gaps WHERE after < ?1 AND until > ?1")
    try gap.bind(1, end)
    if try gap.step() {
      let row = JournalGap(GapRow(gap))
      throw .inGap(UInt64(end), after: row.after, until: row.until)
    }
  }

  private func copyTurns(
    first: Int64, base: Int64, _ names: RowNames, _ builder: JournalBuilder,
    _ summary: inout ExchangeSummary, _ progress: (Double) -> Void
  ) throws(JournalError) {
    let span = Double(max(1, end - first))
    let turns = try TurnSource(
      database, names: names, after: first, base: UInt64(bitPattern: base), upTo: end)
    while let found = try turns.next() {
      try refuse(turns.findings)
      try builder.add(found.row)
      summary.turns += 1
      summary.last = UInt64(bitPattern: found.row.sequence)
      if summary.turns % 256 == 0 { progress(min(1, Double(found.row.sequence - first) / span)) }
    }
    try refuse(turns.findings)
  }

  private func copyEvents(
    _ names: RowNames, _ builder: JournalBuilder, _ summary: inout ExchangeSummary
  ) throws(JournalError) {
    let events = try EventSource(database, names: names)
    while let row = try events.next() {
      try refuse(events.findings)
      // They are in the order of the turns before them.
      if row.after > end { break }
      try builder.add(row)
      summary.events += 1
    }
    try refuse(events.findings)
  }

  private func copyParts(
    _ names: RowNames, _ builder: JournalBuilder, _ summary: inout ExchangeSummary
  ) throws(JournalError) {
    var parts = PartSource(database, names: names)
    try parts.snapshots { row throws(JournalError) in
      guard row.sequence <= end else { return }
      try builder.add(row)
      summary.snapshots += 1
    }
    try parts.tasks { row throws(JournalError) in
      guard let row = row.asOf(end), row.status != 0 || tasks == .keep else { return }
      try builder.add(row)
      summary.tasks += 1
    }
    try parts.gaps { row throws(JournalError) in
      guard row.until <= end else { return }
      try builder.add(row)
      summary.gaps += 1
    }
    try refuse(parts.findings.filter { $0.severity == .damage })
  }

  private func refuse(_ findings: [JournalFinding]) throws(JournalError) {
    if !findings.isEmpty { throw .damaged(path: path, findings: findings.map(\.text)) }
  }
}

extension TaskRow {
  /// The durable effect as it was after a turn; nil when it had not been asked for.
  func asOf(_ sequence: Int64) -> TaskRow? {
    guard asked <= sequence else { return nil }
    var row = self
    if let ended, ended > sequence {
      row.status = 0
      row.ended = nil
    }
    return row
  }
}
