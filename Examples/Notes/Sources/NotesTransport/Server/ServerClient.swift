import Foundation
public import KatanaHTTP
public import NotesModel

/// What a client asks a server of notes for.
public struct ServerClient: Sendable {
  /// How long an answer may take as a whole.
  public static let patience = Duration.seconds(30)
  /// How long the change feed may be silent, which says something every 15 seconds.
  public static let longestSilence = Duration.seconds(45)

  private let address: ServerAddress
  private let token: String?
  private let transport: CurlTransport
  private let clock: any Clock<Duration>

  /// A client of the server at an address.
  ///
  /// - Parameters:
  ///   - address: Where the server is.
  ///   - token: What it is to know the client by; nil if it does not ask.
  ///   - transport: What carries the requests; it should follow no redirections, so that what is meant for one server
  ///     does not go to another.
  ///   - clock: What measures how long an answer takes.
  public init(
    address: ServerAddress, token: String?, transport: CurlTransport,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.token = token
    self.transport = transport
    self.clock = clock
  }

  /// What the server says of itself.
  public func greet() async throws(ServerError) -> Greeting {
    let response = try await answer(
      to: HTTPRequest(.get, address.appending("/"), headers: ["Accept": "application/json"]))
    try ServerJudgement.throwIfNoSuccess(response)
    do {
      return try JSONDecoder().decode(Greeting.self, from: response.body)
    } catch {
      throw .notAServer("What answers at `\(address)` is not a server of notes; check the address.")
    }
  }

  /// Asks for a change.
  ///
  /// After an error it is not known whether the change was made. Asked for again, under the same key, it is
  /// not made twice.
  public func push(_ request: PushRequest) async throws(ServerError) -> PushAnswer {
    let exchange = PushExchange(request)
    return try exchange.answer(try await answer(to: try exchange.request(to: address)))
  }

  /// The changes behind the one with the number `sequence`, and then all that are made, for as long as the
  /// connection stands.
  ///
  /// A batch has what has come until it is asked for, a thousand changes at most. Whoever takes them slowly
  /// holds the server back. It never ends but with a ``ServerError``, or because its task is cancelled.
  public func follow(after sequence: Int) -> AsyncThrowingStream<FeedBatch, any Error> {
    let url = address.appending("changes", query: [URLQueryItem(name: "after", value: "\(sequence)")])
    let request = authorized(HTTPRequest(.get, url, headers: ["Accept": "text/event-stream"]))
    let feed = Feed(request, transport, clock)
    return AsyncThrowingStream { try await feed.next() }
  }

  private func answer(to request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
    let request = authorized(request)
    do {
      return try await within(Self.patience, on: clock) { [transport] in
        try await transport.response(to: request)
      }
    } catch is OutOfPatience {
      throw .unreachable(
        "The server at `\(address)` did not answer within \(Self.patience); it is asked again later.")
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
