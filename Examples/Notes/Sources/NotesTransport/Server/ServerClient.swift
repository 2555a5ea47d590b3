import Millrace
public import MillraceHTTP
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
  private let http: HTTPClient
  private let environment: StoreEnvironment

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
    http = HTTPClient(transport: transport)
    environment = StoreEnvironment(clock: clock)
  }

  /// Requests the server's greeting.
  public func greet() async throws(ServerError) -> Greeting {
    var request = HTTPRequest(.get, address.appending("/"), headers: ["Accept": "application/json"])
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    do {
      return try await http.value(
        of: request, as: .json(Greeting.self), timeout: Self.patience, in: environment)
    } catch HTTPError.status(let response) {
      throw ServerError(response)
    } catch HTTPError.decoding {
      throw .notAServer("The program at `\(address)` is not a server of notes; check the address.")
    } catch HTTPError.transport(let failure) where failure.kind == .badAnswer {
      throw .notAServer(failure.description)
    } catch HTTPError.timedOut {
      throw .unreachable(
        "The server at `\(address)` did not answer within \(Self.patience); the client tries again later.")
    } catch is CancellationError {
      throw .unreachable("The request was cancelled before its answer arrived.")
    } catch {
      throw .unreachable("\(error)")
    }
  }
}
