import MillraceSync

/// One call of the function millrace_append, and the meaning of its rows.
struct AppendCall {
  let batch: AppendBatch
  let statement: SQLStatement
  private let waiting: [WaitingAppend]
  private let entries: [LogEntry]
  /// A Boolean value that indicates whether the call adds entries, if nothing is wrong with them.
  var appends: Bool { !entries.isEmpty && flaw == nil }
  /// The reason why the entry behind `entries` cannot be appended, so that nothing is.
  private let flaw: String?
  private let first: UInt64
  private let name: String

  /// Creates a call for a whole batch; nil if one of its appends needs an answer of its own.
  init?(_ batch: AppendBatch) {
    let entries = batch.appends.flatMap(\.entries)
    if entries.contains(where: { $0.flaw != nil }) { return nil }
    do throws(PostgresFault) { try self.init(batch, batch.appends, entries, flaw: nil) } catch { return nil }
  }

  /// Creates a call for one append.
  init(_ append: WaitingAppend, of batch: AppendBatch) throws(PostgresFault) {
    // What comes before a flawed entry is checked first, as by a log that goes from one to the next.
    let flawed = append.entries.firstIndex { $0.flaw != nil }
    try self.init(
      batch, [append], Array(append.entries[..<(flawed ?? append.entries.endIndex)]),
      flaw: flawed.flatMap { append.entries[$0].flaw })
  }

  private init(
    _ batch: AppendBatch, _ appends: [WaitingAppend], _ entries: [LogEntry], flaw: String?
  ) throws(PostgresFault) {
    (self.batch, waiting, self.entries, self.flaw, name) = (batch, appends, entries, flaw, batch.name)
    first = appends.lazy.map(\.after).min() ?? 0
    let last = appends.lazy.map(\.after).max() ?? 0
    var bodies: [[UInt8]] = []
    for entry in entries { bodies.append(try EntryForm.body(of: entry)) }
    statement = SQLStatement(
      sql: "SELECT * FROM millrace_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
      values: [
        .bytes(batch.key.name), batch.key.epoch.map { .integer($0) } ?? .null,
        .integer(Int64(clamping: first)), .integer(Int64(clamping: last)), .bool(flaw != nil),
        .bool(appends.count > 1),
        .byteStrings(entries.map { Array($0.writer.name.utf8) }),
        .integers(entries.map { Int64(clamping: $0.number) }), .byteStrings(bodies),
        .integers(entries.map { $0.check.map { Int64(clamping: $0.position) } }),
        .integers(entries.map { $0.check.map { Int64(bitPattern: $0.digest) } }),
        .integers(entries.map { Int64($0.size) }),
        // See `Notification`.
        .text(nil), .text(nil),
      ])
  }

  /// Answers all appends of a batch; returns false if each needs a call of its own.
  func answer(_ rows: SQLRows) -> Bool {
    if waiting.count == 1 {
      let answer = Result { () throws(PostgresFault) in try page(rows) }
      waiting[0].request.answer(answer.mapError { $0.error(of: name) })
      return true
    }
    do throws(PostgresFault) {
      let outcome = try outcome(rows)
      if outcome.status != "added" || !isWhole(outcome) { return false }
      // All of the batch, so that no append behind it reads and decodes what this process has just written.
      let known = outcome.entries + entries
      for append in waiting {
        let page = Self.page(
          after: append.after, known.dropFirst(Int(append.after - first)), first + UInt64(known.count))
        append.request.answer(.success(page))
      }
    } catch {
      for append in waiting { append.request.answer(.failure(error.error(of: name))) }
    }
    return true
  }

  /// Returns the answer to the one append.
  func page(_ rows: SQLRows) throws(PostgresFault) -> LogPage {
    let outcome = try outcome(rows)
    switch outcome.status {
    case "added", "partly":
      if let flaw { throw .log(.malformed(log: name, reason: flaw)) }
      if outcome.status == "partly" { return Self.page(after: first, outcome.entries[...], outcome.a) }
      let own = isWhole(outcome) ? entries : []
      return Self.page(after: first, (outcome.entries + own)[...], outcome.a + UInt64(entries.count))
    case "back": throw .log(.wentBack(log: name, head: outcome.a, known: first))
    case "compacted": throw .log(.compacted(log: name, after: first, first: outcome.b))
    case "forged":
      let entry = entries[Int(outcome.a) - 1]
      throw .log(.forged(log: name, writer: entry.writer, number: entry.number))
    case "gap":
      let entry = entries[Int(outcome.a) - 1]
      throw .log(.gap(log: name, writer: entry.writer, expected: outcome.b, found: entry.number))
    case "fenced": throw .log(Self.fenced(name))
    default: throw .log(.damaged(log: name, reason: "the function millrace_append is of another version"))
    }
  }

  /// The error of a write with an epoch that is not the log's.
  static func fenced(_ name: String) -> SharedLogError {
    .refused(log: name, reason: "the lease by which it was written has ended")
  }

  private static func page(after: UInt64, _ entries: ArraySlice<LogEntry>, _ head: UInt64) -> LogPage {
    let count = LogPage.fitting(entries.lazy.map(\.size), limit: .max)
    return LogPage(after: after, entries: Array(entries.prefix(count)), head: head)
  }

  private struct Outcome {
    let status: String
    let a: UInt64
    let b: UInt64
    let entries: [LogEntry]
  }

  /// Returns true if the outcome has all entries up to the log's head before the call; a long page is cut.
  private func isWhole(_ outcome: Outcome) -> Bool { first + UInt64(outcome.entries.count) == outcome.a }

  private func outcome(_ rows: SQLRows) throws(PostgresFault) -> Outcome {
    guard !rows.rows.isEmpty else {
      throw .log(.damaged(log: name, reason: "millrace_append returned no row"))
    }
    var page: [LogEntry] = []
    for row in rows.rows.indices.dropFirst() {
      try PostgresLog.check(rows.integer(row, 1) ?? 0, first + UInt64(page.count) + 1, name)
      page.append(
        try EntryForm.entry(
          rows.rows[row][3] ?? [], check: rows.integer(row, 4), digest: rows.integer(row, 5), log: name))
    }
    return Outcome(
      status: rows.text(0, 0), a: UInt64(clamping: rows.integer(0, 1) ?? 0),
      b: UInt64(clamping: rows.integer(0, 2) ?? 0), entries: page)
  }
}
