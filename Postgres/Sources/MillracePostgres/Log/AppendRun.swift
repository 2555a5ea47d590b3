import MillraceSync

/// One batch of appends to a log.
struct AppendRun {
  let name: String
  let epoch: Int64?
  let deadline: ContinuousClock.Instant

  /// Carries out appends together if none of them needs an answer of its own, and else one by one.
  func carryOut(_ appends: [WaitingAppend], on connection: PostgresConnection) throws(PostgresFault) {
    if appends.count > 1, appends.allSatisfy({ $0.entries.allSatisfy { $0.flaw == nil } }) {
      let after = appends.map(\.after)
      let all = appends.flatMap(\.entries)
      let outcome = try send(
        all, after.min() ?? 0, after.max() ?? 0, isDry: false, isCombined: true, on: connection)
      if outcome.status == "added" {
        try answer(appends, outcome, after.min() ?? 0)
        return
      }
    }
    for append in appends {
      let result: Result<LogPage, SharedLogError>
      do throws(PostgresFault) { result = .success(try single(append, on: connection)) } catch {
        if case .log(let error) = error { result = .failure(error) } else { throw error }
      }
      append.request.answer(result)
    }
  }

  /// Answers each as if they had come one after the other.
  private func answer(
    _ appends: [WaitingAppend], _ outcome: Outcome, _ start: UInt64
  ) throws(PostgresFault) {
    var known = outcome.entries
    var head = outcome.a
    for append in appends {
      known += append.entries
      head += UInt64(append.entries.count)
      append.request.answer(.success(page(after: append.after, known.dropFirst(Int(append.after - start)), head)))
    }
  }

  private func page(after: UInt64, _ entries: ArraySlice<LogEntry>, _ head: UInt64) -> LogPage {
    let count = LogPage.fitting(entries.lazy.map(\.size), limit: .max)
    return LogPage(after: after, entries: Array(entries.prefix(count)), head: head)
  }

  private func single(
    _ append: WaitingAppend, on connection: PostgresConnection
  ) throws(PostgresFault) -> LogPage {
    // What comes before a flawed entry is checked first, as by a log that goes from one to the next.
    let flawed = append.entries.firstIndex { $0.flaw != nil }
    let entries = Array(append.entries[..<(flawed ?? append.entries.endIndex)])
    let outcome = try send(
      entries, append.after, append.after, isDry: flawed != nil, isCombined: false, on: connection)
    switch outcome.status {
    case "added", "partly":
      if let flawed, let flaw = append.entries[flawed].flaw { throw .log(.malformed(log: name, reason: flaw)) }
      if outcome.status == "partly" { return page(after: append.after, outcome.entries[...], outcome.a) }
      let isWhole = append.after + UInt64(outcome.entries.count) == outcome.a
      return page(
        after: append.after, (outcome.entries + (isWhole ? entries : []))[...],
        outcome.a + UInt64(entries.count))
    case "back": throw .log(.wentBack(log: name, head: outcome.a, known: append.after))
    case "compacted": throw .log(.compacted(log: name, after: append.after, first: outcome.b))
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

  private struct Outcome {
    let status: String
    let a: UInt64
    let b: UInt64
    let entries: [LogEntry]
  }

  private func send(
    _ entries: [LogEntry], _ first: UInt64, _ last: UInt64, isDry: Bool, isCombined: Bool,
    on connection: PostgresConnection
  ) throws(PostgresFault) -> Outcome {
    var bodies: [[UInt8]] = []
    for entry in entries { bodies.append(try EntryForm.body(of: entry)) }
    let rows = try connection.run(
      "SELECT * FROM millrace_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
      [
        .bytes(Array(name.utf8)), epoch.map { .integer($0) } ?? .null,
        .integer(Int64(clamping: first)), .integer(Int64(clamping: last)), .bool(isDry), .bool(isCombined),
        .byteStrings(entries.map { Array($0.writer.name.utf8) }),
        .integers(entries.map { Int64(clamping: $0.number) }), .byteStrings(bodies),
        .integers(entries.map { $0.check.map { Int64(clamping: $0.position) } }),
        .integers(entries.map { $0.check.map { Int64(bitPattern: $0.digest) } }),
        .integers(entries.map { Int64($0.size) }),
        .text(Listener.channel(of: name)), .text(Listener.key(of: name)),
      ], deadline)
    guard !rows.rows.isEmpty else { throw .log(.damaged(log: name, reason: "millrace_append returned no row")) }
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
