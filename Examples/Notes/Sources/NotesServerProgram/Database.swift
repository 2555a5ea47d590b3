import MillraceSync
import NotesServer

#if Postgres
import MillracePostgres
#endif

/// The log that holds all data: in memory, in a file, or in PostgreSQL.
///
/// No error contains the text of the option `--database`, because it may have a password.
struct Database {
  enum Kind: Equatable {
    /// A URI or a connection string of libpq.
    case postgres
    /// A path, for the processes of this machine.
    case file

    init(of text: String) {
      let isURI = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
      // `host=/run/postgresql dbname=notes`; a file of such a name is `./host=…`.
      let isList = text.prefix { $0 != "/" }.contains("=")
      self = isURI || isList ? .postgres : .file
    }
  }

  enum Failure: Error, CustomStringConvertible {
    case notBuilt
    case unreachable(reason: String)

    var description: String {
      switch self {
      case .notBuilt:
        """
        This notes-server was built without PostgreSQL. Build it with `swift build --traits Postgres --product \
        notes-server`, which needs libpq, or give `--database` the path of a file.
        """
      case .unreachable(let reason):
        "The database cannot be reached: \(reason). Correct `--database`, or start the database, and then this server."
      }
    }

    /// Creates the failure of a start; nil for an error that says more by itself.
    init?(_ error: any Error) {
      switch error {
      case SharedLogError.unavailable(_, let reason), ReplicaError.log(.unavailable(_, let reason)):
        self = .unreachable(reason: reason)
      default: return nil
      }
    }
  }

  /// The name of the servers' log in the database.
  static let name = NotesServer.logName

  let log: any SharedLog
  /// True while no other process has the log.
  let isOwn: Bool
  let close: @Sendable () async -> Void

  /// Opens the database of the options.
  static func open(_ options: Options) async throws -> Database {
    if let text = options.database { return try await open(text) }
    guard let folder = options.data else { return Database(log: MemoryLog(name), isOwn: true) {} }
    return try await open(file: DataFolder.database(in: folder), isOwn: true)
  }

  private static func open(file path: String, isOwn: Bool) async throws -> Database {
    let log = try await FileLog.open(path, log: name)
    let lock: DatabaseLock
    do { lock = try DatabaseLock(path, isAlone: isOwn) } catch {
      await log.close()
      throw error
    }
    return Database(log: log, isOwn: isOwn) {
      await log.close()
      lock.release()
    }
  }

  /// Opens a database by the text of the option `--database`, and creates what is missing in it.
  private static func open(_ text: String) async throws -> Database {
    switch Kind(of: text) {
    case .file: return try await open(file: text, isOwn: false)
    case .postgres:
      #if Postgres
      // A replica has one request at a time; devices have the other connection, and a third one listens.
      let database = try PostgresDatabase(text, workers: 2)
      try await database.createSchema()
      return Database(log: try database.log(name), isOwn: false) { database.close() }
      #else
      throw Failure.notBuilt
      #endif
    }
  }
}
