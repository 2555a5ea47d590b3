import MillraceSync

/// The operations of a member on the database.
struct LeaseOperations: Sendable {
  let database: PostgresDatabase
  let pool: String
  let name: String
  let duration: Duration

  /// The answer to a request for a named log.
  enum Taking: Hashable, Sendable {
    case held(LeasedLog)
    case refused(ExactName, LeaseError)
  }

  /// The word by which the pool's notifications are told apart from those of logs.
  static func topic(of pool: String) -> [UInt8] { Array("the pool \(pool)".utf8) }

  private var milliseconds: Int64 {
    let parts = duration.components
    return parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
  }
  private var channel: [SQLValue] { Notification.channelAndText(of: Self.topic(of: pool)) }
  private var poolName: SQLValue { .bytes(Array(pool.utf8)) }

  private func run(_ sql: String, _ values: [SQLValue]) async throws(SharedLogError) -> SQLRows {
    // An answer that comes later than this is worth nothing, and the next attempt finds out what it did.
    try await database.perform(log: pool, within: duration / 3) {
      connection, deadline throws(PostgresFault) in
      try connection.run(sql, values, deadline)
    }
  }

  func join(former: Int64?) async throws(SharedLogError) -> Int64 {
    let rows = try await run(
      "SELECT millrace_join($1, $2, $3, $4, $5, $6)",
      [poolName, .bytes(Array(name.utf8)), .integer(milliseconds), former.map { .integer($0) } ?? .null]
        + channel)
    guard !rows.rows.isEmpty, let member = rows.integer(0, 0) else {
      throw .damaged(log: pool, reason: "millrace_join returned no number")
    }
    return member
  }

  /// Renews the membership; nil if it has ended.
  func renew(_ member: Int64, known: Int) async throws(SharedLogError) -> LeaseMachine.Look? {
    let rows = try await run(
      "SELECT * FROM millrace_renew($1, $2, $3)",
      [.integer(member), .integer(milliseconds), .integer(Int64(known))])
    if rows.rows.isEmpty { return nil }
    func number(_ column: Int) -> Int { Int(clamping: rows.integer(0, column) ?? 0) }
    var look = LeaseMachine.Look(logs: number(0), members: number(1), free: number(2))
    if number(3) != known { look.list = rows.rows.indices.dropFirst().compactMap { log(rows, $0, 4, 5) } }
    return look
  }

  func claim(_ member: Int64, limit: Int) async throws(SharedLogError) -> [LeasedLog] {
    let rows = try await run(
      "SELECT * FROM millrace_claim($1, $2)", [.integer(member), .integer(Int64(limit))])
    return rows.rows.indices.compactMap { log(rows, $0, 0, 1) }
  }

  /// Takes named logs; nil if the membership has ended.
  func take(_ member: Int64, _ names: [ExactName]) async throws(SharedLogError) -> [Taking]? {
    let rows = try await run(
      "SELECT * FROM millrace_take($1, $2)", [.integer(member), .byteStrings(names.map(\.bytes))])
    if rows.rows.isEmpty { return nil }
    return rows.rows.indices.compactMap { row in
      guard let log = log(rows, row, 1, 2) else { return nil }
      return switch rows.text(row, 0) {
      case "held": .held(log)
      case "pool": .refused(log.name, .otherPool(log: log.name.text, pool: rows.text(row, 3)))
      case "other": .refused(log.name, .heldElsewhere(log: log.name.text, member: rows.text(row, 3)))
      default: .refused(log.name, .moving(log: log.name.text))
      }
    }
  }

  /// Gives logs back, and returns those that are no longer held.
  func release(_ member: Int64, _ logs: [LeasedLog]) async throws(SharedLogError) -> [ExactName] {
    let rows = try await run(
      "SELECT * FROM millrace_release($1, $2, $3, $4, $5)",
      [.integer(member), .byteStrings(logs.map(\.name.bytes)), .integers(logs.map(\.epoch))] + channel)
    return rows.rows.compactMap { row in (row.first ?? nil).map { ExactName(bytes: $0) } }
  }

  func leave(_ member: Int64) async throws(SharedLogError) {
    _ = try await run("SELECT millrace_leave($1, $2, $3)", [.integer(member)] + channel)
  }

  /// Adds logs to the pool, and returns one that belongs to another.
  func add(_ names: [String]) async throws(SharedLogError) -> LeaseError? {
    let rows = try await run(
      "SELECT * FROM millrace_add($1, $2, $3, $4)",
      [poolName, .byteStrings(names.map { Array($0.utf8) })] + channel)
    return rows.rows.isEmpty ? nil : .otherPool(log: rows.text(0, 0), pool: rows.text(0, 1))
  }

  private func log(_ rows: SQLRows, _ row: Int, _ name: Int, _ epoch: Int) -> LeasedLog? {
    guard let bytes = rows.rows[row][name], let epoch = rows.integer(row, epoch) else { return nil }
    return LeasedLog(name: ExactName(bytes: bytes), epoch: epoch)
  }
}
