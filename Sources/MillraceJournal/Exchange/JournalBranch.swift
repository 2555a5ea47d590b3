public import Millrace
import MillraceSQLite
import MillraceSupport

/// The treatment of a journal's unfinished durable effects in a branch.
public enum BranchTasks: Hashable, Sendable {
  /// The branch takes over unfinished effects and runs them when it is opened.
  ///
  /// Both journals may then do the same thing, with the same keys. Use it only if the branch replaces the
  /// original journal.
  case keep
  /// The branch leaves out unfinished effects.
  case drop
}

extension JournalReader {
  /// Creates a journal with the turns up to and including one, which can continue differently.
  ///
  /// The branch contains the turns with their chain, the snapshots, the events up to the next turn, and the
  /// gaps, as of that turn. It has an id of its own and names its origin. It contains the durable effects
  /// requested by then; with ``BranchTasks/keep``, those that ended later are unfinished in the branch. All
  /// checksums are verified on the way.
  ///
  /// - Parameters:
  ///   - sequence: The last turn of the branch; it need not exist.
  ///   - target: The path of the new journal, where no file may exist.
  ///   - tasks: The treatment of durable effects that had not ended.
  ///   - permissions: The permissions of the new journal's files.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Returns: The number of items written, by kind.
  /// - Throws: ``JournalError/noTurn(_:first:last:)``, ``JournalError/removed(_:first:)``,
  ///   ``JournalError/inGap(_:after:until:)``, ``JournalError/exists(path:)``,
  ///   ``JournalError/damaged(path:findings:)``, or ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public func branch(
    at sequence: UInt64, to target: String, tasks: BranchTasks = .drop,
    permissions: AccessPermissions = .ownerOnly, progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    let branching = Branching(
      path: path, database: try Self.open(path), wanted: sequence, tasks: tasks, permissions: permissions)
    return try branching.run(to: target, progress: progress)
  }
}

/// A copy of a journal up to a turn.
struct Branching {
  let path: String
  let database: Database
  /// The last turn of the branch.
  let wanted: UInt64
  let tasks: BranchTasks
  let permissions: AccessPermissions

  /// The number of ``wanted`` in the database, which has no turn of a greater one.
  private var end: Int64 { Int64(clamping: wanted) }

  func run(
    to target: String, progress: (Double) -> Void
  ) throws(JournalError) -> ExchangeSummary {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
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
    if end < first { throw .removed(wanted, first: UInt64(bitPattern: first)) }
    // The place before the first turn will do, too.
    if end > last { throw .noTurn(wanted, first: UInt64(bitPattern: first), last: UInt64(bitPattern: last)) }
    if let gap = try database.gaps().first(where: { $0.after < end && $0.until > end }) {
      throw .inGap(wanted, after: gap.after, until: gap.until)
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
      try refuse(turns.report)
      try builder.add(found.row)
      summary.turns += 1
      summary.last = UInt64(bitPattern: found.row.sequence)
      if summary.turns % 256 == 0 { progress(min(1, Double(found.row.sequence - first) / span)) }
    }
    try refuse(turns.report)
  }

  private func copyEvents(
    _ names: RowNames, _ builder: JournalBuilder, _ summary: inout ExchangeSummary
  ) throws(JournalError) {
    let events = try RowSource<EventRow>(database, names: names)
    while let row = try events.next() {
      try refuse(events.report)
      // Events are in the order of the turns before them.
      if row.after > end { break }
      try builder.add(row)
      summary.events += 1
    }
    try refuse(events.report)
  }

  private func copyParts(
    _ names: RowNames, _ builder: JournalBuilder, _ summary: inout ExchangeSummary
  ) throws(JournalError) {
    try each(SnapshotRow.self, names) { row throws(JournalError) in
      guard row.sequence <= end else { return }
      try builder.add(row)
      summary.snapshots += 1
    }
    try each(TaskRow.self, names) { row throws(JournalError) in
      guard let row = row.asOf(end), row.status != 0 || tasks == .keep else { return }
      try builder.add(row)
      summary.tasks += 1
    }
    try each(GapRow.self, names) { row throws(JournalError) in
      guard row.until <= end else { return }
      try builder.add(row)
      summary.gaps += 1
    }
  }

  private func each<Row: CheckedRow>(
    _ type: Row.Type, _ names: RowNames, _ body: (Row) throws(JournalError) -> Void
  ) throws(JournalError) {
    let rows = try RowSource<Row>(database, names: names)
    try rows.forEach(body)
    try refuse(rows.report)
  }

  private func refuse(_ report: JournalReport) throws(JournalError) {
    let damages = report.findings.filter { $0.severity == .damage }
    if !damages.isEmpty { throw .damaged(path: path, findings: damages.map(\.text)) }
  }
}

extension TaskRow {
  /// Returns the durable effect as of a turn; nil when it had not been requested by then.
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
