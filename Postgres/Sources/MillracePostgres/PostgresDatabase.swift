import CPostgres
import Foundation
public import MillraceSync

/// A PostgreSQL database that keeps logs, thousands if need be.
///
/// ```swift
/// let database = try PostgresDatabase("postgres://app@db.example/app?sslmode=verify-full")
/// let log = try database.log("notes/7")
/// ```
///
/// The tables are those of ``PostgresSchema``. Each worker is a thread with a connection of its own; a
/// connection that breaks is made again with the next operation. No call keeps a thread of Swift's pool
/// waiting.
public final class PostgresDatabase: Sendable {
  let workers: Workers
  let listener: Listener
  let timeout: Duration
  /// The time after which a wait for entries ends without a notification: 30 seconds.
  ///
  /// Only an entry whose process or connection ended right behind its commit needs it. Each wait costs a
  /// query then, which a server with thousands of followers must not get every second.
  let lookInterval: Duration
  let appends = AppendQueues()

  /// Opens a database.
  ///
  /// The first connection is made by the first operation.
  ///
  /// - Parameters:
  ///   - server: A connection string or URI of libpq; all its options are passed on, those of TLS among them.
  ///   - workers: The number of connections that carry out operations; another one listens.
  ///   - timeout: The time after which an operation ends with `unavailable`, and its connection is cut.
  /// - Throws: `malformed` for a text that libpq cannot read. No error contains the text or its password.
  public convenience init(
    _ server: String, workers: Int = 4, timeout: Duration = .seconds(10)
  ) throws(SharedLogError) {
    try self.init(server, workers: workers, timeout: timeout, lookInterval: .seconds(30))
  }

  init(
    _ server: String, workers: Int, timeout: Duration, lookInterval: Duration
  ) throws(SharedLogError) {
    let redact = try Self.redaction(of: server)
    self.timeout = timeout
    self.lookInterval = lookInterval
    self.workers = Workers(server: server, redact: redact, timeout: timeout, count: workers)
    listener = Listener(server: server, redact: redact, timeout: timeout)
  }

  deinit { close() }

  /// Ends the connections.
  ///
  /// Operations that begin after it end with `closed`.
  public func close() {
    workers.close()
    listener.close()
  }

  /// Returns a log, which needs not exist: its first append creates it.
  ///
  /// - Throws: `malformed` for a name that is empty, longer than 255 bytes, or contains NUL.
  public func log(_ name: String) throws(SharedLogError) -> PostgresLog { try log(name, epoch: nil) }

  func log(_ name: String, epoch: Int64?) throws(SharedLogError) -> PostgresLog {
    let length = name.utf8.count
    if length == 0 || length > 255 || name.utf8.contains(0) {
      throw .malformed(log: nil, reason: "the name of a log has 1 to 255 bytes and no NUL")
    }
    return PostgresLog(database: self, name: name, epoch: epoch)
  }

  /// Creates the tables and functions that are missing, as the role of the connection.
  ///
  /// Servers do better with a role that may not do this; see ``PostgresSchema``. Where all is there, nothing
  /// needs the right.
  public func createSchema() async throws(SharedLogError) {
    try await perform(log: "schema") { connection, deadline throws(PostgresFault) in
      // What is there is left alone: creating an index again would wait for all that write, and they for it.
      if try Self.hasSchema(connection, deadline) { return }
      do throws(PostgresFault) {
        try connection.runText("BEGIN; SELECT pg_advisory_xact_lock(7236014)", deadline)
        if try !Self.hasSchema(connection, deadline) { try connection.runText(PostgresSchema.sql, deadline) }
        try connection.runText("COMMIT", deadline)
      } catch {
        // The connection must not keep a transaction that has failed.
        try? connection.runText("ROLLBACK", deadline)
        throw error
      }
    }
  }

  /// Returns true if the tables and functions are there, of this form or a later one.
  private static func hasSchema(
    _ connection: PostgresConnection, _ deadline: ContinuousClock.Instant
  ) throws(PostgresFault) -> Bool {
    // Not `to_regclass`, which may remember that there was no such table.
    let rows = try connection.run(
      """
      SELECT d.description FROM pg_class c JOIN pg_description d
        ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
      WHERE c.relname = 'millrace_log' AND pg_table_is_visible(c.oid)
      """, [], deadline)
    if rows.rows.isEmpty { return false }
    let found = rows.text(0, 0)
    guard found.hasPrefix(PostgresSchema.mark) else { return false }
    return (Int(found.dropFirst(PostgresSchema.mark.count)) ?? 0) >= PostgresSchema.version
  }

  /// Carries out work on a connection.
  func perform<Value: Sendable>(
    log: String, within time: Duration? = nil,
    _ body:
      @escaping @Sendable (PostgresConnection, ContinuousClock.Instant) throws(PostgresFault) -> Value
  ) async throws(SharedLogError) -> Value {
    let request = Request<Value>()
    let time = min(time ?? timeout, timeout)
    request.expire(after: time, log: log)
    let deadline = ContinuousClock.now + time
    let isAdded = workers.add { connect in
      if request.isAnswered { return }
      do throws(PostgresFault) {
        request.answer(.success(try body(connect(), deadline)))
      } catch {
        request.answer(.failure(error.error(of: log)))
      }
    }
    if !isAdded { throw .closed(log: log) }
    return try await request.value(log: log)
  }

  static func redaction(of server: String) throws(SharedLogError) -> Redaction {
    guard !server.utf8.contains(0), let options = PQconninfoParse(server, nil) else {
      // libpq's message would repeat parts of the text.
      throw .malformed(log: nil, reason: "the text is no connection string or URI of PostgreSQL")
    }
    defer { PQconninfoFree(options) }
    var secrets: [String] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if String(cString: keyword).hasSuffix("password"), let value = option.pointee.val {
        secrets.append(String(cString: value))
      }
      option += 1
    }
    return Redaction(secrets: secrets + [server])
  }
}

extension PostgresDatabase: CustomStringConvertible {
  /// A text without the server's address or password.
  public var description: String { "PostgresDatabase" }
}
