public import Millrace

/// Carries out every ``HTTPCommand``.
public struct HTTPInterpreter: AsyncCommandInterpreter {
  private let transport: any HTTPTransport

  /// An interpreter over a transport, by default the `URLSession` that all stores share.
  public init(transport: any HTTPTransport = URLSessionTransport.shared) {
    self.transport = transport
  }

  /// Sends the request and dispatches the answer.
  public func interpret(dispatch: AsyncDispatch, command: HTTPExchange) async throws {
    let answer: Result<HTTPResponse, HTTPError>
    if let message = command.progress {
      // Only the newest is kept, so that a store slower than the network is not buried.
      let (steps, report) = AsyncStream.makeStream(
        of: HTTPProgress.self, bufferingPolicy: .bufferingNewest(1))
      async let told: Void = {
        for await step in steps { await dispatch(message(step)) }
      }()
      answer = await inTime(command, on: dispatch.environment.clock) { report.yield($0) }
      report.finish()
      await told
    } else {
      answer = await inTime(command, on: dispatch.environment.clock, progress: nil)
    }
    try Task.checkCancellation()
    await dispatch(command.answer(answer))
  }

  private func inTime(
    _ command: HTTPExchange, on clock: some Clock<Duration>, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async -> Result<HTTPResponse, HTTPError> {
    guard let timeout = command.timeout else { return await send(command, progress: progress) }
    return await withTaskGroup(of: Result<HTTPResponse, HTTPError>.self) { group in
      group.addTask { await send(command, progress: progress) }
      group.addTask {
        try? await clock.sleep(for: timeout)
        return .failure(.timedOut(after: timeout))
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(.timedOut(after: timeout))
    }
  }

  private func send(
    _ command: HTTPExchange, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async -> Result<HTTPResponse, HTTPError> {
    do {
      let request = try HTTPRequest(command)
      return .success(try await transport.response(to: request, progress: progress))
    } catch let error as HTTPError {
      return .failure(error)
    } catch let failure as HTTPTransportFailure {
      return .failure(.transport(failure))
    } catch {
      return .failure(.transport(HTTPTransportFailure(.other, url: command.url, text: "\(error)")))
    }
  }
}
