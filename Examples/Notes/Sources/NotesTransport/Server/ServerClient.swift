import Foundation
public import KatanaHTTP
public import NotesModel

/// A client of a server of notes.
public struct ServerClient: Sendable {
  /// The time limit of an answer.
  public static let patience = Duration.seconds(30)
  /// The maximum silence of the change feed, which sends something every 15 seconds.
  public static let longestSilence = Duration.seconds(45)

  let address: ServerAddress
  private let token: String?
  private let transport: CurlTransport
  private let clock: any Clock<Duration>

  /// Creates a client of the server at an address.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - token: The token of the client; nil for none.
  ///   - transport: The transport of the requests; it should follow no redirections, so that a request for
  ///     one server is not sent to another.
  ///   - clock: The clock of the time limits.
  public init(
    address: ServerAddress, token: String?, transport: CurlTransport,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.token = token
    self.transport = transport
    self.clock = clock
  }

  /// Requests the server's greeting.
  public func greet() async throws(ServerError) -> Greeting {
    let response = try await answer(
      to: HTTPRequest(.get, address.appending("/"), headers: ["Accept": "application/json"]))
    try ServerJudgement.throwIfNoSuccess(response)
    do {
      return try JSONDecoder().decode(Greeting.self, from: response.body)
    } catch {
      throw .notAServer("The program at `\(address)` is not a server of notes; check the address.")
    }
  }

  /// Sends a change.
  ///
  /// After an error it is unknown whether the change was made. Sent again with the same key, it is not made
  /// twice.
  public func push(_ request: PushRequest) async throws(ServerError) -> PushAnswer {
    let exchange = PushExchange(request)
    return try exchange.answer(try await answer(to: try exchange.request(to: address)))
  }

  /// Returns the changes after a sequence number, and then all new ones, for the length of the connection.
  ///
  /// A batch has the changes that have arrived since the last one, at most a thousand. A slow reader holds
  /// the server back. The sequence ends only with a ``ServerError``, or because its task is cancelled.
  public func follow(after sequence: Int) -> AsyncThrowingStream<FeedBatch, any Error> {
    let feed = feed(after: sequence)
    return AsyncThrowingStream { try await feed.next() }
  }

  func feed(after sequence: Int) -> Feed {
    let url = address.appending("changes", query: [URLQueryItem(name: "after", value: "\(sequence)")])
    let request = authorized(HTTPRequest(.get, url, headers: ["Accept": "text/event-stream"]))
    return Feed(request, transport, clock)
  }

  private func answer(to request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
    let request = authorized(request)
    do {
      return try await within(Self.patience, on: clock) { [transport] in
        try await transport.response(to: request)
      }
    } catch is OutOfPatience {
      throw .unreachable(
        "The server at `\(address)` did not answer within \(Self.patience); the client tries again later.")
    } catch {
      throw ServerError(error)
    }
  }

  private func authorized(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    return request
  }
}
