public import Millrace

/// A client of HTTP servers, as a dependency of effects.
///
/// ```swift
/// return .run(in: .latest("user"), label: "load the user") { send in
///   let http = send.environment[HTTPClient.self]
///   let user = try await http.value(of: HTTPRequest(.get, url), as: .json(User.self), in: send.environment)
///   await send(.loaded(user))
/// } catch: { .failed("\($0)") }
/// ```
///
/// It is its own key in the environment: ``live`` in an application, ``offline`` in a preview. In a test each
/// request fails until the test sets a client:
///
/// ```swift
/// environment[HTTPClient.self] = try .answering(["GET https://example.com/user": .json(ada)])
/// ```
public struct HTTPClient: Sendable {
  let transport: any HTTPTransport

  /// Creates a client over a transport.
  public init(transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Creates a client that answers by a function.
  ///
  /// - Parameter send: A function that returns the answer to a request, of any status. An error of another
  ///   type than ``HTTPError`` or ``HTTPTransportFailure`` becomes ``HTTPError/transport(_:)`` of the kind
  ///   `other`.
  public init(send: @escaping @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse) {
    transport = FunctionTransport(send: send)
  }

  /// The default transport: libcurl on Linux, the shared `URLSession` on Apple's systems.
  public static var standardTransport: any HTTPTransport {
    #if canImport(CCurl) && !canImport(Darwin)
    CurlTransport.shared
    #else
    URLSessionTransport.shared
    #endif
  }

  /// Sends a request and returns the answer, of any status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The time limit of the whole exchange, on the environment's clock; nil for none. Waiting for
  ///     a connection does not count.
  ///   - environment: The environment of the effect.
  /// - Throws: ``HTTPError`` when no answer came, `CancellationError` when the task is cancelled.
  public func response(
    to request: HTTPRequest, timeout: Duration? = .seconds(60), in environment: StoreEnvironment
  ) async throws -> HTTPResponse {
    try await answer(to: request, timeout, environment, progress: nil).get()
  }

  /// Sends a request and returns the payload of the answer.
  ///
  /// The payload converts the answer; the other parameters are those of ``response(to:timeout:in:)``.
  ///
  /// - Throws: ``HTTPError`` when there is no payload, `CancellationError` when the task is cancelled.
  public func value<Payload>(
    of request: HTTPRequest, as payload: HTTPPayload<Payload>, timeout: Duration? = .seconds(60),
    in environment: StoreEnvironment
  ) async throws -> Payload {
    try payload.judge(await response(to: request, timeout: timeout, in: environment)).get()
  }

  // MARK: Time limit

  /// Sends a request and returns the answer, of any status, or the error.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func answer(
    to request: HTTPRequest, _ timeout: Duration?, _ environment: StoreEnvironment,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Result<HTTPResponse, HTTPError> {
    let answer =
      if let timeout {
        await send(request, within: timeout, on: environment.clock, progress: progress)
      } else {
        await send(request, progress: progress)
      }
    try Task.checkCancellation()
    return answer
  }

  private func send<Time: Clock<Duration>>(
    _ request: HTTPRequest, within timeout: Duration, on clock: Time,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async -> Result<HTTPResponse, HTTPError> {
    let deadline = Locked(Deadline(timeout, from: clock.now))
    let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return await withTaskGroup(of: Result<HTTPResponse, HTTPError>?.self) { group in
      group.addTask {
        await send(request) { step in
          if deadline.withLock({ $0.wait(step.isWaiting, at: clock.now) }) { change.yield() }
          progress?(step)
        }
      }
      group.addTask {
        var changes = changes.makeAsyncIterator()
        while !Task.isCancelled {
          switch deadline.withLock({ $0.verdict(at: clock.now) }) {
          case .over: return .failure(.timedOut(after: timeout))
          case .left(let time): try? await clock.sleep(for: time.bounded)
          case .standsStill: await changes.next()
          }
        }
        return nil
      }
      defer { group.cancelAll() }
      while let first = await group.next() {
        if let first { return first }
      }
      return .failure(.timedOut(after: timeout))
    }
  }

  private func send(
    _ request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async -> Result<HTTPResponse, HTTPError> {
    do {
      try request.check()
      return .success(try await transport.response(to: request, progress: progress))
    } catch let error as HTTPError {
      return .failure(error)
    } catch let failure as HTTPTransportFailure {
      return .failure(.transport(failure))
    } catch {
      return .failure(.transport(HTTPTransportFailure(.other, url: request.url, text: "\(error)")))
    }
  }
}

/// A transport that is one function.
private struct FunctionTransport: HTTPTransport {
  let send: @Sendable (HTTPRequest) async throws -> HTTPResponse

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    try await send(request)
  }
}
