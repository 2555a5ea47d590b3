import CPostgres
import Foundation

/// A connection of libpq, used as by hand; each call blocks its thread.
final class Connection {
  private let connection: OpaquePointer

  init(_ server: String) throws {
    guard let connection = PQconnectdb(server) else { throw BenchError(text: "there is no memory") }
    self.connection = connection
    if PQstatus(connection) != CONNECTION_OK { throw failure }
  }

  deinit { PQfinish(connection) }

  private var failure: BenchError { BenchError(text: String(cString: PQerrorMessage(connection))) }

  func prepare(_ name: String, _ sql: String) throws {
    PQclear(try check(PQprepare(connection, name, sql, 0, nil)))
  }

  /// Runs a prepared statement with values in text form.
  func execute(_ name: String, _ values: [String]) throws {
    let texts = values.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let pointers = texts.map { UnsafePointer($0) }
    PQclear(
      try check(PQexecPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0)))
  }

  /// Runs statements; returns the first column of the last one's rows.
  @discardableResult
  func query(_ sql: String) throws -> [String] {
    let result = try check(PQexec(connection, sql))
    defer { PQclear(result) }
    return (0..<PQntuples(result)).compactMap { PQgetvalue(result, $0, 0).map { String(cString: $0) } }
  }

  private func check(_ result: OpaquePointer?) throws -> OpaquePointer? {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return result
    default:
      PQclear(result)
      throw failure
    }
  }

  /// Waits for a notification, and returns its text.
  func notification() throws -> String {
    while true {
      if let found = PQnotifies(connection) {
        defer { PQfreemem(found) }
        return String(cString: found.pointee.extra)
      }
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, -1)
      if PQconsumeInput(connection) == 0 { throw failure }
    }
  }
}
