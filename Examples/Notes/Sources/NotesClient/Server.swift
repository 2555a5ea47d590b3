public import NotesModel
public import NotesTransport

/// The client's requests to its server; tests replace it.
public struct Server: Sendable {
  /// Returns the address of the server in use; nil where there is none.
  public var address: @Sendable () -> String?
  /// Requests the server's greeting.
  public var greet: @Sendable () async throws(ServerError) -> Greeting
  /// Sends a change; throws when the server was not reached.
  public var push: @Sendable (PushRequest) async throws -> PushAnswer
  /// Follows the changes after a sequence number.
  public var follow: @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>

  public init(
    address: @escaping @Sendable () -> String? = { nil },
    greet: @escaping @Sendable () async throws(ServerError) -> Greeting,
    push: @escaping @Sendable (PushRequest) async throws -> PushAnswer,
    follow: @escaping @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>
  ) {
    self.address = address
    self.greet = greet
    self.push = push
    self.follow = follow
  }
}

extension Server {
  /// Creates a server on the network: the one in use of several.
  public init(_ pool: ServerPool) {
    self.init(
      address: { "\(pool.address)" }, greet: pool.greet, push: { try await pool.push($0) },
      follow: pool.follow)
  }

  /// A missing server, for clients that only read.
  static let absent = Server(
    greet: { () async throws(ServerError) in throw .unreachable("There is no server here.") },
    push: { _ in throw ServerError.unreachable("There is no server here.") },
    follow: { _ in AsyncThrowingStream { _ in } })
}
