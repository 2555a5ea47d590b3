public import MillraceSync

/// The member of a pool that serves a log.
public struct LogHolder: Hashable, Sendable {
  /// The name of the member, for example its address.
  public let member: String
  /// The pool.
  public let pool: String
  /// The epoch of its lease.
  public let epoch: Int64
}

extension PostgresDatabase {
  /// Returns the member that holds a log; nil if none does, or its time has passed.
  ///
  /// Cost: one query. A router keeps the answer until a member answers that it does not hold the log.
  ///
  /// - Parameter log: The name of the log.
  public func holder(of log: String) async throws(SharedLogError) -> LogHolder? {
    _ = try self.log(log)
    return try await perform(log: log) { connection, deadline throws(PostgresFault) in
      let rows = try connection.run(
        """
        SELECT m.name, m.pool, l.epoch FROM millrace_log l JOIN millrace_member m ON m.id = l.holder
        WHERE l.name = $1 AND m.until > clock_timestamp()
        """, [.bytes(Array(log.utf8))], deadline)
      if rows.rows.isEmpty { return nil }
      return LogHolder(member: rows.text(0, 0), pool: rows.text(0, 1), epoch: rows.integer(0, 2) ?? 0)
    }
  }

  /// Returns the names of the members of a pool whose time has not passed, in the order in which they joined.
  ///
  /// - Parameter pool: The name of the pool.
  public func members(of pool: String) async throws(SharedLogError) -> [String] {
    try await perform(log: pool) { connection, deadline throws(PostgresFault) in
      let rows = try connection.run(
        "SELECT name FROM millrace_member WHERE pool = $1 AND until > clock_timestamp() ORDER BY id",
        [.bytes(Array(pool.utf8))], deadline)
      return rows.rows.indices.map { rows.text($0, 0) }
    }
  }
}
