public import Katana
public import Millrace
public import MillraceHTTP

/// An interpreter that carries out every ``HTTPCommand``.
///
/// Give it to a store:
///
/// ```swift
/// let store = try Katana.Store(model: Shop(), updater: ShopUpdater(), interpreters: [HTTPInterpreter()])
/// ```
///
/// Other interpreters can call it, too: ``value(of:as:timeout:in:)`` waits for a typed answer, and
/// ``answer(to:dispatch:)`` carries out an exchange that was signed or changed before.
public struct HTTPInterpreter: AsyncCommandInterpreter {
  /// The default transport of an interpreter: libcurl on Linux, the shared `URLSession` on Apple's systems.
  public static var standardTransport: any HTTPTransport { HTTPClient.standardTransport }

  private let client: HTTPClient

  /// Creates an interpreter over a transport.
  public init(transport: any HTTPTransport = HTTPInterpreter.standardTransport) {
    client = HTTPClient(transport: transport)
  }

  /// Sends the request and dispatches the answer.
  public func interpret(dispatch: AsyncDispatch, command: HTTPExchange) async throws {
    let answer = try await answer(to: command, dispatch: dispatch)
    await dispatch(command.message(for: answer))
  }

  // MARK: For other interpreters

  /// Sends the request of an exchange and dispatches its progress, but not its answer.
  ///
  /// - Returns: The answer, of any status, or the error.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func answer(
    to exchange: HTTPExchange, dispatch: AsyncDispatch
  ) async throws -> Result<HTTPResponse, HTTPError> {
    let request: HTTPRequest
    do throws(HTTPError) { request = try exchange.request() } catch { return .failure(error) }
    guard exchange.progress != nil else {
      return try await client.answer(to: request, exchange.timeout, dispatch.environment, progress: nil)
    }
    // Only the newest is kept, so that a store slower than the network is not flooded.
    let (steps, report) = AsyncStream.makeStream(of: HTTPProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let dispatched: Void = {
      for await step in steps {
        if let message = exchange.message(for: step) { await dispatch(message) }
      }
    }()
    let answer: Result<HTTPResponse, HTTPError>
    do {
      defer { report.finish() }
      answer = try await client.answer(to: request, exchange.timeout, dispatch.environment) {
        report.yield($0)
      }
    }
    await dispatched
    try Task.checkCancellation()
    return answer
  }

  /// Sends a request and returns the answer, of any status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The time limit of the whole exchange, on the environment's clock; nil for none.
  ///   - environment: The environment, such as that of an `AsyncDispatch`.
  /// - Throws: `HTTPError` when no answer came, `CancellationError` when the task is cancelled.
  public func response(
    to request: HTTPRequest, timeout: Duration? = .seconds(60), in environment: StoreEnvironment
  ) async throws -> HTTPResponse {
    try await client.response(to: request, timeout: timeout, in: environment)
  }

  /// Sends a request and returns the payload of the answer.
  ///
  /// ```swift
  /// let user = try await http.value(
  ///   of: HTTPRequest(.get, url), as: .json(User.self), in: dispatch.environment)
  /// ```
  ///
  /// The payload converts the answer; the other parameters are those of ``response(to:timeout:in:)``.
  ///
  /// - Throws: `HTTPError` when there is no payload, `CancellationError` when the task is cancelled.
  public func value<Payload>(
    of request: HTTPRequest, as payload: HTTPPayload<Payload>, timeout: Duration? = .seconds(60),
    in environment: StoreEnvironment
  ) async throws -> Payload {
    try await client.value(of: request, as: payload, timeout: timeout, in: environment)
  }

  /// Sends a command's request and returns the payload of the answer, without dispatching a message or
  /// progress.
  ///
  /// - Throws: `HTTPError` when there is no payload, `CancellationError` when the task is cancelled.
  public func value<Payload>(
    of command: HTTPCommand<Payload>, in environment: StoreEnvironment
  ) async throws -> Payload {
    let (exchange, payload) = (command.exchange, command.payload)
    return try await value(
      of: exchange.request(), as: payload, timeout: exchange.timeout, in: environment)
  }
}
