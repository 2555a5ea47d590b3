import NotesLibrary
import NotesModel
import NotesSession
public import NotesTransport

extension Server {
  /// A server on the net.
  public init(_ client: ServerClient) {
    self.init(
      greet: { () async throws(GreetingFailure) in
        do throws(ServerError) {
          return try await client.greet()
        } catch {
          throw GreetingFailure(error)
        }
      },
      push: { try await client.push($0) },
      follow: { client.follow(after: $0) })
  }

  /// No server at all, for those who only look.
  static let absent = Server(
    greet: { () async throws(GreetingFailure) in throw .unreachable(reason: "There is no server here.") },
    push: { _ in throw ServerError.unreachable("There is no server here.") },
    follow: { _ in AsyncThrowingStream { _ in } })
}

extension GreetingFailure {
  /// What a failed request means for the connection.
  init(_ error: ServerError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .unauthorized(let reason), .notAServer(let reason): self = .refused(reason: reason)
    }
  }
}
