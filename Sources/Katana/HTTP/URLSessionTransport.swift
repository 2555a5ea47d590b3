import Dispatch
import Millrace

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Carries requests with a `URLSession`.
///
/// Redirects, cookies, caches and credentials are as the configuration has them. How long to wait is the
/// command's matter: the session's own time-out for a request is not used. An answer is kept in memory until
/// it is whole.
///
/// Elsewhere than on Apple's systems Foundation has three faults that cannot be kept out. It ends the process when
/// a server closes the connection in the middle of the answer's head, and when a configuration has credentials
/// for a server that asks for a digest. And a request with a body that goes over a connection kept from an earlier
/// one, which the server then closes without an answer, ends only with the command's time-out. Where a server may
/// do so, use an ``HTTPTransport`` of your own, or have it answer with `Connection: close`.
public final class URLSessionTransport: HTTPTransport {
  /// The one that all stores share which are given no other.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let receptions: ReceptionDelegate

  /// A transport with a session of its own, which lives as long as the transport.
  public init(configuration: URLSessionConfiguration = .default) {
    receptions = ReceptionDelegate()
    session = URLSession(configuration: configuration, delegate: receptions, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// The answer, when its last byte has come.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    let task = session.dataTask(with: URLRequest(request))
    let waiting = Waiting()
    receptions.add(task.taskIdentifier, Reception(request), progress: progress) { waiting.end($0) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard waiting.begin(continuation) else { return }
        task.resume()
        // A cancellation that came first has cancelled a task that was not running yet.
        if waiting.isOver { task.cancel() }
      }
    } onCancel: {
      waiting.end(.failure(CancellationError()))
      // Elsewhere, because a session waits for its own queue in `cancel`, and whoever holds that queue may wait
      // for the task that is being cancelled here.
      DispatchQueue.global().async { [receptions] in
        task.cancel()
        receptions.remove(task.taskIdentifier)
      }
    }
  }
}

extension URLRequest {
  init(_ request: HTTPRequest) {
    self.init(url: request.url)
    // A week: the longest time that a session gives any request. The command's own time-out is what counts.
    timeoutInterval = 7 * 24 * 3600
    httpMethod = request.method.rawValue
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    httpBody = request.body
  }
}

/// Somebody who waits for an answer, which comes once, or not, because the task is cancelled.
private final class Waiting: Sendable {
  private enum State: Sendable {
    case early
    case waiting(CheckedContinuation<HTTPResponse, any Error>)
    case over
  }

  private let state = Locked(State.early)

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// Whether there is something to wait for; when not, the continuation is resumed.
  func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
    let begins = state.withLock { state in
      guard case .early = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !begins { continuation.resume(throwing: CancellationError()) }
    return begins
  }

  func end(_ result: Result<HTTPResponse, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      defer { state = .over }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: result)
  }
}

/// Hands what a session tells to the reception of the task it is about.
private final class ReceptionDelegate: NSObject, URLSessionDataDelegate {
  private struct Entry: Sendable {
    var reception: Reception
    let progress: (@Sendable (HTTPProgress) -> Void)?
    let end: @Sendable (Result<HTTPResponse, any Error>) -> Void
  }

  private let entries = Locked<[Int: Entry]>([:])

  func add(
    _ task: Int, _ reception: Reception, progress: (@Sendable (HTTPProgress) -> Void)?,
    end: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
  ) {
    entries.withLock { $0[task] = Entry(reception: reception, progress: progress, end: end) }
  }

  func remove(_ task: Int) {
    _ = entries.withLock { $0.removeValue(forKey: task) }
  }

  private func change(_ task: URLSessionTask, _ body: (inout Reception) -> Void) {
    let told = entries.withLock { entries -> (@Sendable () -> Void)? in
      guard entries[task.taskIdentifier] != nil else { return nil }
      body(&entries[task.taskIdentifier]!.reception)
      guard let entry = entries[task.taskIdentifier], let tell = entry.progress else { return nil }
      let progress = entry.reception.progress
      return { tell(progress) }
    }
    told?()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let response = dataTask.response
    change(dataTask) {
      $0.head(response)
      $0.received(data)
    }
  }

  #if !canImport(Darwin)
  // Foundation waits for ever here for credentials that nobody has; on Apple's systems it gives the answer.
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
    change(task) { $0.sent(Int(clamping: totalBytesSent)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard var entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    entry.reception.head(task.response)
    entry.end(entry.reception.end(error))
  }
}
