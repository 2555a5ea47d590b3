import MillraceSync

/// Batches of appends to several logs.
struct AppendRun {
  let deadline: ContinuousClock.Instant
  let listener: Listener

  /// Carries out batches in one transaction.
  ///
  /// - Returns: The batches of several that must be carried out alone: they need answers of their own, or the
  ///   transaction has failed, as by a log whose row another process keeps locked.
  /// - Throws: The loss of the connection, after which some appends may have no answer.
  func carryOut(
    _ batches: [AppendBatch], on connection: PostgresConnection
  ) throws(PostgresFault) -> [AppendBatch] {
    var calls: [AppendCall] = []
    var rest: [AppendBatch] = []
    for batch in batches {
      if let call = AppendCall(batch) { calls.append(call) } else { rest.append(batch) }
    }
    try together(calls, on: connection) { outcome in
      switch outcome {
      case .success(let answers):
        for (call, rows) in zip(calls, answers) where !call.answer(rows) { rest.append(call.batch) }
      case .failure: rest += calls.map(\.batch)
      }
    }
    if batches.count > 1 { return rest }
    for batch in rest {
      for append in batch.appends { try single(append, of: batch, on: connection) }
    }
    return []
  }

  private static let shortWait = SQLStatement(
    sql: "SELECT set_config('lock_timeout', '500', true)", values: [])

  private func single(
    _ append: WaitingAppend, of batch: AppendBatch, on connection: PostgresConnection
  ) throws(PostgresFault) {
    let call: AppendCall
    do throws(PostgresFault) { call = try AppendCall(append, of: batch) } catch {
      append.request.answer(.failure(error.error(of: batch.name)))
      return
    }
    try together([call], on: connection) { outcome in
      let page = Result { () throws(PostgresFault) in try call.page(outcome.get()[0]) }
      append.request.answer(page.mapError { $0.error(of: batch.name) })
    }
  }

  /// Carries out calls in one transaction, and tells those that wait for their logs.
  private func together(
    _ calls: [AppendCall], on connection: PostgresConnection,
    committed: (Result<[SQLRows], PostgresFault>) -> Void
  ) throws(PostgresFault) {
    if calls.isEmpty { return }
    let changed = calls.filter(\.appends).map { Notification.key(of: $0.batch.key.name) }
    let notification =
      changed.isEmpty ? nil : Notification.statement(of: changed, from: listener.origin)
    // No log waits long for the row of another.
    let first = calls.count > 1 ? [Self.shortWait] : []
    try connection.runTogether(
      first + calls.map(\.statement), then: notification, deadline
    ) { outcome in
      committed(outcome.map { Array($0.dropFirst(first.count)) })
      if !changed.isEmpty { listener.wake(changed) }
    }
  }
}
