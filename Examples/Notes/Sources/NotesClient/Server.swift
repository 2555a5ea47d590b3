public import NotesModel
public import NotesSession

/// The client's requests to its server; tests replace it.
public struct Server: Sendable {
  /// Requests the server's greeting.
  public var greet: @Sendable () async throws(GreetingFailure) -> Greeting
  /// Sends a change; throws when the server was not reached.
  public var push: @Sendable (PushRequest) async throws -> PushAnswer
  /// Follows the changes after a sequence number.
  public var follow: @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>

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
