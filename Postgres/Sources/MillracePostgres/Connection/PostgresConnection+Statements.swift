import CPostgres

/// A statement and the values that are bound to it.
struct SQLStatement: Sendable {
  let sql: String
  let values: [SQLValue]
}

// Statements with values, each prepared once a connection.
extension PostgresConnection {
  /// Runs a statement with bound values, in a transaction of its own unless there is one.
  @discardableResult
  func run(
    _ sql: String, _ values: [SQLValue], _ deadline: ContinuousClock.Instant
  ) throws(PostgresFault) -> SQLRows {
    let statement = SQLStatement(sql: sql, values: values)
    try send(statement, try name(of: statement, deadline))
    return try results(deadline)
  }

  /// Runs statements in one transaction, and another one in a transaction behind it, all sent at once.
  ///
  /// - Parameters:
  ///   - later: The statement whose transaction comes next; its errors are not told.
  ///   - committed: A closure that receives the rows of each statement once they are committed, or the first
  ///     error of the server, with nothing done.
  /// - Throws: The loss of the connection, before `committed` was called.
  func runTogether(
    _ statements: [SQLStatement], then later: SQLStatement?, _ deadline: ContinuousClock.Instant,
    committed: (Result<[SQLRows], PostgresFault>) -> Void
  ) throws(PostgresFault) {
    var names: [String] = []
    for statement in statements { names.append(try name(of: statement, deadline)) }
    let laterName: String? = if let later { try name(of: later, deadline) } else { nil }
    if PQenterPipelineMode(connection) == 0 { throw lost() }
    // A single statement is a transaction by itself.
    let isBlock = statements.count > 1
    if isBlock { try sendText("BEGIN") }
    for (statement, name) in zip(statements, names) { try send(statement, name) }
    if isBlock { try sendText("COMMIT") }
    if PQpipelineSync(connection) == 0 { throw lost() }
    if let later, let laterName {
      try send(later, laterName)
      if PQpipelineSync(connection) == 0 { throw lost() }
    }
    try flush(deadline)
    let answers: Result<[SQLRows], PostgresFault>
    switch try pipelineResults(deadline) {
    case .success(let rows) where rows.count == statements.count + (isBlock ? 2 : 0):
      answers = .success(isBlock ? Array(rows.dropFirst().dropLast()) : rows)
    case .success: throw lost()
    case .failure(let error): answers = .failure(error)
    }
    committed(answers)
    // What follows concerns the next use of the connection only, which is replaced if it is broken.
    do throws(PostgresFault) {
      if later != nil { _ = try pipelineResults(deadline) }
      if PQexitPipelineMode(connection) == 0 { throw lost() }
      if PQtransactionStatus(connection) != PQTRANS_IDLE { try runText("ROLLBACK", deadline) }
    } catch { isBroken = true }
  }

  /// Reads the results of a pipeline up to its next synchronisation; those of commands have no rows.
  private func pipelineResults(
    _ deadline: ContinuousClock.Instant
  ) throws(PostgresFault) -> Result<[SQLRows], PostgresFault> {
    var answers: [SQLRows] = []
    var failure: PostgresFault?
    var isBehindStatement = false
    while true {
      guard let result = try nextResult(deadline) else {
        // Each statement ends with one of these, and the pipeline with none.
        if PQstatus(connection) == CONNECTION_BAD || isBehindStatement { throw lost() }
        isBehindStatement = true
        continue
      }
      isBehindStatement = false
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK: answers.append(Self.rows(of: result))
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: answers.append(SQLRows(rows: []))
      case PGRES_PIPELINE_ABORTED: break
      case PGRES_PIPELINE_SYNC: return failure.map { .failure($0) } ?? .success(answers)
      default:
        failure = failure ?? fault(in: result)
        if PQstatus(connection) == CONNECTION_BAD { throw lost() }
      }
    }
  }

  /// Returns the name of a prepared statement, and prepares it before its first use.
  private func name(
    of statement: SQLStatement, _ deadline: ContinuousClock.Instant
  ) throws(PostgresFault) -> String {
    if let name = prepared[statement.sql] { return name }
    let name = "m\(prepared.count)"
    let types = statement.values.map(\.type)
    if PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 0 { throw lost() }
    _ = try results(deadline)
    prepared[statement.sql] = name
    return name
  }

  private func sendText(_ sql: String) throws(PostgresFault) {
    if PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 0 { throw lost() }
  }

  private func send(_ statement: SQLStatement, _ name: String) throws(PostgresFault) {
    let values = statement.values
    // One block of memory for all, as the pointers must live until libpq has copied them.
    var block: [UInt8] = []
    var lengths: [Int32] = []
    for value in values {
      let start = block.count
      let isNull = !value.encode(to: &block)
      lengths.append(isNull ? -1 : Int32(clamping: block.count - start))
    }
    // There is something to point to even for a value without bytes.
    block.append(0)
    let formats = [Int32](repeating: 1, count: values.count)
    let sent = block.withUnsafeBufferPointer { block in
      var offset = 0
      let pointers = lengths.map { length -> UnsafePointer<CChar>? in
        guard length >= 0, let base = block.baseAddress else { return nil }
        defer { offset += Int(length) }
        // Sound: bytes may be read as characters.
        return UnsafeRawPointer(base + offset).assumingMemoryBound(to: CChar.self)
      }
      return PQsendQueryPrepared(
        connection, name, Int32(values.count), pointers, lengths.map { max($0, 0) }, formats, 1)
    }
    if sent == 0 { throw lost() }
  }
}
