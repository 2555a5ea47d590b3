import Dispatch
public import Foundation
import Millrace
import MillraceSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket transport that uses a `URLSession` per connection.
public struct URLSessionWebSocketTransport: WebSocketTransport {
  /// Creates a transport.
  public init() {}

  /// Opens a connection; returns when the server has accepted it.
  public func connect(
    to url: URL, protocols: [String], headers: [String: String]
  ) async throws -> any WebSocketConnection {
    var request = URLRequest(url: url)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if !protocols.isEmpty {
      request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
    }
    let opening = WebSocketOpening(url)
    let session = URLSession(configuration: .default, delegate: opening, delegateQueue: nil)
    let connection = URLSessionWebSocketConnection(
      url: url, session: session, task: session.webSocketTask(with: request), opening: opening)
    do {
      try await connection.open()
      return connection
    } catch {
      connection.close()
      throw error
    }
  }
}

/// A WebSocket of a `URLSession`.
private final class URLSessionWebSocketConnection: WebSocketConnection {
  private let url: URL
  private let session: URLSession
  private let task: URLSessionWebSocketTask
  private let opening: WebSocketOpening

  init(url: URL, session: URLSession, task: URLSessionWebSocketTask, opening: WebSocketOpening) {
    self.url = url
    self.session = session
    self.task = task
    self.opening = opening
  }

  func open() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        opening.result.wait(continuation)
        task.resume()
      }
    } onCancel: {
      opening.result.end(.failure(CancellationError()))
      close()
    }
  }

  func receive() async throws -> WebSocketEvent {
    do {
      let message = try await withTaskCancellationHandler {
        try await task.receive()
      } onCancel: {
        close()
      }
      switch message {
      case .string(let text): return .text(text)
      case .data(let data): return .data(data)
      @unknown default:
        throw WebSocketError.connection(url: url, reason: "a message of an unknown kind was received")
      }
    } catch let error as WebSocketError {
      throw error
    } catch {
      // A closed socket is reported as an error of the pending receive.
      guard task.closeCode != .invalid else { throw WebSocketOpening.error(error, url: url) }
      return .closed(
        code: task.closeCode.rawValue,
        reason: task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }

  func send(_ content: WebSocketContent) async throws {
    do {
      switch content {
      case .text(let text): try await task.send(.string(text))
      case .data(let data): try await task.send(.data(data))
      }
    } catch {
      throw WebSocketOpening.error(error, url: url)
    }
  }

  func close() {
    // On another queue, because a session waits for its own queue here, and the code on that queue may wait
    // for the task that is being cancelled.
    DispatchQueue.global().async { [task, session] in
      task.cancel(with: .goingAway, reason: nil)
      session.finishTasksAndInvalidate()
    }
  }
}

/// A waiter for a WebSocket that opens or fails to open.
private final class WebSocketOpening: NSObject, URLSessionWebSocketDelegate {
  private let url: URL
  let result = SingleResult<Void>()

  init(_ url: URL) {
    self.url = url
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
  ) {
    result.end(.success(()))
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    result.end(.failure(WebSocketError.connection(url: url, reason: "it was closed before it was opened")))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    result.end(
      .failure(
        error.map { Self.error($0, url: url) }
          ?? WebSocketError.connection(url: url, reason: "the server did not accept the WebSocket")))
  }

  static func error(_ error: any Error, url: URL) -> WebSocketError {
    // The URL was checked before, so Foundation does not support it.
    if let error = error as? URLError, error.code == .unsupportedURL { return .notSupported }
    return .connection(url: url, reason: (error as? URLError)?.localizedDescription ?? "\(error)")
  }
}
