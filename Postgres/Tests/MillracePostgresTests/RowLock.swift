import MillraceSync

@testable import MillracePostgres

/// A transaction that holds the lock of a log's row, so that appends to the log wait.
actor RowLock {
  private let connection: PostgresConnection

  init(_ log: String, on text: String = server ?? "") throws {
    connection = try PostgresConnection(
      to: text, redact: Redaction(secrets: []), deadline: .now + .seconds(3_600))
    try connection.runText("BEGIN", .now + .seconds(3_600))
    _ = try connection.run(
      "SELECT 1 FROM millrace_log WHERE name = $1 FOR UPDATE", [.bytes(Array(log.utf8))],
      .now + .seconds(3_600))
  }

  /// Ends the server's processes of all other connections, also one that still has a statement of a killed
  /// program.
  func endOthers() throws {
    _ = try connection.run(
      """
      SELECT pg_terminate_backend(pid, 3600000) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      """, [], .now + .seconds(3_600))
  }

  func release() throws { try connection.runText("COMMIT", .now + .seconds(3_600)) }
}
