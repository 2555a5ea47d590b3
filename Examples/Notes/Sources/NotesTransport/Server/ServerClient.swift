import Foundation
public import KatanaHTTP
public import MillraceSync
import MillraceSyncHTTP
public import NotesModel
import NotesShelf

/// A client of a server of notes.
public struct ServerClient: Sendable {
  /// The time limit of an answer.
  public static let patience = Duration.seconds(30)

  let address: ServerAddress
  /// The servers' log, as this server passes it on.
  let log: HTTPLog
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
  /// - Throws: `SharedLogError.malformed`, which no address of ``ServerAddress`` leads to.
  public init(
    address: ServerAddress, token: String?, transport: CurlTransport,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SharedLogError) {
    self.address = address
    log = try HTTPLog(
      ShelfLog.name, at: address.appending("log"), timeout: Self.patience, clock: clock, transport: transport,
      token: { token ?? "none" })
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
