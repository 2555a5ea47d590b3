import Dispatch
import Millrace
import MillraceSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// An HTTP transport that uses a `URLSession`.
///
/// It is the default transport of ``HTTPClient`` on Apple's systems. Redirects, cookies, caches and
/// credentials are those of the configuration. The command sets the time limit: the session's own time-out
/// for a request is not used. The configuration limits the number of concurrent requests per host and port
/// (`httpMaximumConnectionsPerHost`); further requests wait, which does not count for their time-out.
///
/// It is available on Linux too, where Foundation has three faults that the transport cannot prevent.
/// Foundation ends the process when a server closes the connection in the middle of the answer's head, and
/// when a configuration has credentials for a server that asks for a digest. And a request with a body on a
/// kept connection, which the server closes without an answer, ends only with the command's time-out.
/// `CurlTransport` has none of these faults.
public final class URLSessionTransport: HTTPTransport {
  /// The shared transport.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let receptions = CallbackDelegate()
  private let gate: ConnectionGate
  private let largestBody: Int

  /// Creates a transport with its own session, which lives as long as the transport.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session.
  ///   - largestBody: The maximum size of an answer's body, in bytes; by default 256 MiB. The body is kept in
  ///     memory until it is complete; a larger one is a failure.
  public init(configuration: URLSessionConfiguration = .default, largestBody: Int = 1 << 28) {
    session = URLSession(configuration: configuration, delegate: receptions, delegateQueue: nil)
    gate = ConnectionGate(limit: configuration.httpMaximumConnectionsPerHost)
    self.largestBody = largestBody
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends a request and returns the answer when its last byte has arrived.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    try request.check()
    let connection = try await gate.connection(at: request.url.origin, for: request, progress: progress)
    defer { withExtendedLifetime(connection) {} }
    let task = session.dataTask(with: URLRequest(request))
    let waiting = SingleResult<HTTPResponse>()
    let responseBuilder = ResponseBuilder(request, limit: largestBody)
    receptions.add(task.taskIdentifier, responseBuilder, progress: progress) { waiting.end($0) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard waiting.wait(continuation) else { return }
        task.resume()
        // An earlier cancellation cancelled a task that was not yet running.
        if waiting.isOver { task.cancel() }
      }
    } onCancel: {
      waiting.end(.failure(CancellationError()))
      receptions.cancel(task)
    }
  }
}

extension URLRequest {
  init(_ request: HTTPRequest) {
    self.init(url: request.url)
    // One week: the longest time that a session gives any request. The command's own time-out is what counts.
    timeoutInterval = 7 * 24 * 3600
    httpMethod = request.method.rawValue
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    httpBody = request.body
  }
}

/// A delegate that passes a session's callbacks to the builder of their task's answer.
private final class CallbackDelegate: NSObject, URLSessionDataDelegate {
  private struct Entry: Sendable {
    var responseBuilder: ResponseBuilder
    let progress: (@Sendable (HTTPProgress) -> Void)?
    let end: @Sendable (Result<HTTPResponse, any Error>) -> Void
  }

  private let entries = Locked<[Int: Entry]>([:])

  func add(
    _ task: Int, _ responseBuilder: ResponseBuilder, progress: (@Sendable (HTTPProgress) -> Void)?,
    end: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
  ) {
    entries.withLock { $0[task] = Entry(responseBuilder: responseBuilder, progress: progress, end: end) }
  }

  func remove(_ task: Int) {
    _ = entries.withLock { $0.removeValue(forKey: task) }
  }

  func cancel(_ task: URLSessionTask) {
    // On another queue, because a session waits for its own queue in `cancel`, and the code on that queue may
    // wait for the task that is being cancelled here.
    DispatchQueue.global().async { [self] in
      task.cancel()
      remove(task.taskIdentifier)
    }
  }

  private func change(
    _ task: URLSessionTask, _ body: (inout ResponseBuilder) throws(HTTPTransportFailure) -> Void
  ) {
    let call = entries.withLock { entries -> (@Sendable () -> Void)? in
      guard var entry = entries.removeValue(forKey: task.taskIdentifier) else { return nil }
      do throws(HTTPTransportFailure) {
        try body(&entry.responseBuilder)
      } catch {
        return { [self, entry] in
          entry.end(.failure(error))
          cancel(task)
        }
      }
      entries[task.taskIdentifier] = entry
      guard let report = entry.progress else { return nil }
      let progress = entry.responseBuilder.progress
      return { report(progress) }
    }
    call?()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let head = AnswerHead(dataTask.response)
    change(dataTask) { responseBuilder throws(HTTPTransportFailure) in
      if let head, head != responseBuilder.head { try responseBuilder.receive(head) }
      try responseBuilder.receive(data)
    }
  }

  #if !canImport(Darwin)
  // Foundation waits for ever here for missing credentials; on Apple's systems it returns the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let isHopeless = challenge.proposedCredential == nil
    completionHandler(isHopeless ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
  }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    change(task) { responseBuilder throws(HTTPTransportFailure) in
      responseBuilder.sent(Int(clamping: totalBytesSent))
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard var entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    entry.end(entry.responseBuilder.end(task.response, error))
  }
}
