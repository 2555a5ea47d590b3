public import NotesModel
public import NotesSession

/// What the client asks its server for; a test puts something else here.
public struct Server: Sendable {
  /// Asks whether it is there, and who it is.
  public var greet: @Sendable () async throws(GreetingFailure) -> Greeting
  /// Asks for a change; throws when the server was not reached.
  public var push: @Sendable (PushRequest) async throws -> PushAnswer
  /// Listens to what changes after a change.
  public var follow: @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>

  /// A server.
  public init(
    greet: @escaping @Sendable () async throws(GreetingFailure) -> Greeting,
    push: @escaping @Sendable (PushRequest) async throws -> PushAnswer,
    follow: @escaping @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>
  ) {
    self.greet = greet
    self.push = push
    self.follow = follow
  }
}
