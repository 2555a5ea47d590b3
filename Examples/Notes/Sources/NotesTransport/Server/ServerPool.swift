public import MillraceSync
import MillraceSyncHTTP
public import NotesModel
import NotesShelf
import Synchronization

/// Servers with the same data.
///
/// One is used at a time, and the next one when it cannot be reached.
public final class ServerPool: Sendable {
  private let clients: [ServerClient]
  /// The place of the server in use.
  private let place = Mutex(0)

  /// Creates a pool.
  ///
  /// - Parameter clients: The servers' clients, at least one. The first one is used first.
  public init(_ clients: [ServerClient]) {
    precondition(!clients.isEmpty, "A pool of servers has none; give it at least one client.")
    self.clients = clients
  }

  /// The address of the server in use.
  public var address: ServerAddress { current.client.address }

  private var current: (place: Int, client: ServerClient) {
    let place = place.withLock { $0 }
    return (place, clients[place])
  }

  /// Turns to the next server, unless another one is in use by now.
  private func leave(_ left: Int) {
    place.withLock { if $0 == left { $0 = (left + 1) % clients.count } }
  }

  /// Requests the greeting of the server in use, and of each other one until one can be reached.
  ///
  /// - Throws: The error of the first server that says more than that it cannot be reached; otherwise that of
  ///   the first one.
  public func greet() async throws(ServerError) -> Greeting {
    var failure: ServerError?
    for _ in clients {
      let (place, client) = current
      do throws(ServerError) {
        return try await client.greet()
      } catch {
        if case .unreachable? = failure, error.isOfServer { failure = error }
        failure = failure ?? error
        if Task.isCancelled { throw error }
        leave(place)
      }
    }
    throw failure ?? .unreachable("There is no server.")
  }

  /// The log of the servers, at the one in use.
  public var log: some SharedLog { PooledLog(pool: self) }

  /// Uses the log of the server in use, and turns to the next server when it cannot be reached.
  fileprivate func use<Value>(
    _ body: (HTTPLog) async throws(SharedLogError) -> Value
  ) async throws(SharedLogError) -> Value {
    let (place, client) = current
    do throws(SharedLogError) {
      return try await body(client.log)
    } catch {
      if error.isTransient { leave(place) }
      throw error
    }
  }
}

private struct PooledLog: SharedLog {
  let pool: ServerPool
  var name: String { ShelfLog.name }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    try await pool.use { (log) throws(SharedLogError) in try await log.append(entries, after: position) }
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await pool.use { (log) throws(SharedLogError) in try await log.read(after: position, limit: limit) }
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await pool.use { (log) throws(SharedLogError) in try await log.waitForEntries(after: position) }
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    try await pool.use { (log) throws(SharedLogError) in try await log.snapshot() }
  }

  // The servers keep snapshots.
  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {}
}

extension ServerError {
  /// True for an error that a server has told, or that its answer shows.
  fileprivate var isOfServer: Bool { if case .unreachable = self { false } else { true } }
}
