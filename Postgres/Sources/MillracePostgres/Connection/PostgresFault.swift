import MillraceSync

/// A failure inside of a connection, before it is told as an error of a log.
enum PostgresFault: Error, Hashable {
  /// The connection was lost, or could not be made.
  case lost(String)
  /// The server answered a statement with an error.
  case server(code: String, message: String)
  case log(SharedLogError)

  func error(of log: String) -> SharedLogError {
    switch self {
    case .lost(let reason): return .unavailable(log: log, reason: reason)
    case .log(let error): return error
    case .server(let code, let message):
      switch code.prefix(2) {
      case "42" where code == "42501":
        return .refused(log: log, reason: message)
      case "42":
        return .damaged(log: log, reason: "\(message); its tables are missing or of another form")
      // Resources, a server that stops, locks, conflicts, and a broken connection.
      case "53", "57", "55", "40", "08", "25", "58": return .unavailable(log: log, reason: message)
      case "28": return .refused(log: log, reason: message)
      default: return .damaged(log: log, reason: "\(message) (SQLSTATE \(code))")
      }
    }
  }
}
