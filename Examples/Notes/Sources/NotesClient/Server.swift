public import MillraceSync
public import NotesModel
import NotesShelf
public import NotesTransport

/// The client's server; tests replace it.
public struct Server: Sendable {
  /// Returns the address of the server in use; nil where there is none.
  public var address: @Sendable () -> String?
  /// Requests the server's greeting.
  public var greet: @Sendable () async throws(ServerError) -> Greeting
  /// The servers' log.
  public var log: any SharedLog

  public init(
    address: @escaping @Sendable () -> String? = { nil },
    greet: @escaping @Sendable () async throws(ServerError) -> Greeting,
    log: any SharedLog
  ) {
    self.address = address
    self.greet = greet
    self.log = log
  }
}

extension Server {
  /// Creates a server on the network: the one in use of several.
  public init(_ pool: ServerPool) {
    self.init(address: { "\(pool.address)" }, greet: pool.greet, log: pool.log)
  }

  /// A missing server, for clients that only read.
  static let absent = Server(
    greet: { () async throws(ServerError) in throw .unreachable("There is no server here.") },
    log: MemoryLog(ShelfLog.name))
}
