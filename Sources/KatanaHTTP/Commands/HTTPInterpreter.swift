public import Katana
public import Millrace

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
  public static var standardTransport: any HTTPTransport {
    #if canImport(CCurl) && !canImport(Darwin)
    CurlTransport.shared
    #else
    URLSessionTransport.shared
    #endif
  }

  private let transport: any HTTPTransport

  /// Creates an interpreter over a transport.
  public init(transport: any HTTPTransport = HTTPInterpreter.standardTransport) {
    self.transport = transport
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
      return try await answer(to: request, exchange.timeout, dispatch.environment, progress: nil)
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
      answer = try await self.answer(to: request, exchange.timeout, dispatch.environment) { report.yield($0) }
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
  /// - Throws: ``HTTPError`` when no answer came, `CancellationError` when the task is cancelled.
  public func response(
    to request: HTTPRequest, timeout: Duration? = .seconds(60), in environment: StoreEnvironment
  ) async throws -> HTTPResponse {
    try await answer(to: request, timeout, environment, progress: nil).get()
  }

  /// Sends a request and returns the payload of the answer.
  ///
  /// ```swift
  /// let user = try await http.value(of: HTTPRequest(.get, url), as: .json(User.self), in: dispatch.environment)
  /// ```
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

  /// Sends a command's request and returns the payload of the answer, without dispatching a message or
  /// progress.
  ///
  /// - Throws: ``HTTPError`` when there is no payload, `CancellationError` when the task is cancelled.
  public func value<Payload>(
    of command: HTTPCommand<Payload>, in environment: StoreEnvironment
  ) async throws -> Payload {
    let (exchange, payload) = (command.exchange, command.payload)
    return try await value(
      of: exchange.request(), as: payload, timeout: exchange.timeout, in: environment)
  }

  // MARK: Time limit

  private func answer(
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
          case .left(let time): try? await clock.sleep(for: time)
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
