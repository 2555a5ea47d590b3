import CPostgres
import Foundation

/// One connection to the server, used by one thread at a time.
///
/// All calls are nonblocking calls of libpq between which the thread polls the socket up to a deadline, so
/// that a connection that stalls is cut. Only the lookup of a name may take longer.
final class PostgresConnection {
  let connection: OpaquePointer
  private let redact: Redaction
  /// The names of prepared statements by their texts.
  var prepared: [String: String] = [:]
  var isBroken = false

  init(to server: String, redact: Redaction, deadline: ContinuousClock.Instant) throws(PostgresFault) {
    guard let connection = PQconnectStart(server) else { throw .lost("there is no memory for a connection") }
    self.connection = connection
    self.redact = redact
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      if PQstatus(connection) == CONNECTION_BAD || state == PGRES_POLLING_FAILED {
        throw .lost(message)
      }
      // The socket may be another one after each step.
      try wait(
        forReading: state == PGRES_POLLING_READING, forWriting: state == PGRES_POLLING_WRITING, deadline)
      state = PQconnectPoll(connection)
    }
    PQsetnonblocking(connection, 1)
    // Notices are not errors, and they must not be printed.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // A server notices late that a client no longer waits for a lock, and such waits would use up its
    // connections.
    let parts = ContinuousClock.now.duration(to: deadline).components
    let milliseconds = max(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000, 1)
    try runText(
      "SET default_transaction_isolation = 'read committed'; SET lock_timeout = \(milliseconds)", deadline)
  }

  deinit { PQfinish(connection) }

  /// The number of the socket, for a thread that waits for notifications.
  var socket: Int32 { PQsocket(connection) }

  private var message: String { redact(String(cString: PQerrorMessage(connection))) }

  private func wait(
    forReading: Bool, forWriting: Bool, _ deadline: ContinuousClock.Instant
  ) throws(PostgresFault) {
    var events: Int32 = 0
    if forReading { events |= Int32(POLLIN) }
    if forWriting { events |= Int32(POLLOUT) }
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      if left <= .zero {
        isBroken = true
        throw .lost("the server did not answer in time")
      }
      let parts = left.components
      let milliseconds = Int32(
        clamping: parts.seconds * 1_000 + 1 + parts.attoseconds / 1_000_000_000_000_000)
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, min(milliseconds, 60_000))
      if count > 0 { return }
      if count < 0, errno != EINTR {
        isBroken = true
        throw .lost("waiting for the server failed")
      }
    }
  }

  /// Returns true if the connection was closed by the server while it was idle.
  func hasEnded() -> Bool {
    if isBroken || PQstatus(connection) == CONNECTION_BAD { return true }
    return PQconsumeInput(connection) == 0 || PQstatus(connection) == CONNECTION_BAD
  }

  /// Takes what has arrived, and returns the texts of notifications.
  func notifications() throws(PostgresFault) -> [String] {
    if hasEnded() { throw .lost(message) }
    var texts: [String] = []
    while let notification = PQnotifies(connection) {
      texts.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return texts
  }

  /// Runs a text of several statements without values.
  func runText(_ sql: String, _ deadline: ContinuousClock.Instant) throws(PostgresFault) {
    if PQsendQuery(connection, sql) == 0 { throw lost() }
    _ = try results(deadline)
  }

  func lost() -> PostgresFault {
    isBroken = true
    return .lost(message)
  }

  /// Sends what is buffered.
  func flush(_ deadline: ContinuousClock.Instant) throws(PostgresFault) {
    while true {
      let left = PQflush(connection)
      if left < 0 { throw lost() }
      if left == 0 { return }
      // Reads while it writes, or both sides wait for ever.
      try wait(forReading: true, forWriting: true, deadline)
      if PQconsumeInput(connection) == 0 { throw lost() }
    }
  }

  /// Waits for the next result; nil behind the last one of a statement.
  func nextResult(_ deadline: ContinuousClock.Instant) throws(PostgresFault) -> OpaquePointer? {
    while PQisBusy(connection) != 0 {
      try wait(forReading: true, forWriting: false, deadline)
      if PQconsumeInput(connection) == 0 { throw lost() }
    }
    return PQgetResult(connection)
  }

  /// Returns the error in a result.
  func fault(in result: OpaquePointer) -> PostgresFault {
    let code = PQresultErrorField(result, 67).map { String(cString: $0) }  // PG_DIAG_SQLSTATE
    let text = PQresultErrorField(result, 77).map { String(cString: $0) }  // PG_DIAG_MESSAGE_PRIMARY
    guard let code else { return lost() }
    return .server(code: code, message: redact(text ?? ""))
  }

  func results(_ deadline: ContinuousClock.Instant) throws(PostgresFault) -> SQLRows {
    try flush(deadline)
    var rows = SQLRows(rows: [])
    var failure: PostgresFault?
    while let result = try nextResult(deadline) {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK: rows = Self.rows(of: result)
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      default: failure = fault(in: result)
      }
    }
    if PQstatus(connection) == CONNECTION_BAD { throw lost() }
    if let failure { throw failure }
    return rows
  }

  static func rows(of result: OpaquePointer) -> SQLRows {
    let columns = PQnfields(result)
    return SQLRows(
      rows: (0..<PQntuples(result)).map { row in
        (0..<columns).map { column -> [UInt8]? in
          if PQgetisnull(result, row, column) != 0 { return nil }
          let length = Int(PQgetlength(result, row, column))
          return PQgetvalue(result, row, column).map {
            Array(UnsafeRawBufferPointer(start: $0, count: length))
          }
        }
      })
  }
}

/// The hash by which logs are spread over channels.
enum FNV {
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
