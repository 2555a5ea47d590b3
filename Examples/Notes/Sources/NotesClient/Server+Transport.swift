import NotesLibrary
import NotesModel
import NotesSession
public import NotesTransport

extension Server {
  /// Creates a server on the network.
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

  /// A missing server, for clients that only read.
  static let absent = Server(
    greet: { () async throws(GreetingFailure) in throw .unreachable(reason: "There is no server here.") },
    push: { _ in throw ServerError.unreachable("There is no server here.") },
    follow: { _ in AsyncThrowingStream { _ in } })
}

extension GreetingFailure {
  /// Creates the connection's failure for an error of a request.
  init(_ error: ServerError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .unauthorized(let reason), .notAServer(let reason): self = .refused(reason: reason)
    }
  }
}
