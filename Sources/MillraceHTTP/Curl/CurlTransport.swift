#if canImport(CCurl)
import MillraceSupport

/// An HTTP transport that uses libcurl on its own thread.
///
/// It is the default transport of ``HTTPClient`` on Linux. Connections are kept and reused. Up to twenty
/// redirections are followed; credentials are not sent to another server. Compressed bodies are decompressed.
/// Proxies are those of the environment (`http_proxy` and the like), but never for this machine itself. It
/// has no cookies, caches or credentials: a status of 401 is an answer like any other.
///
/// The command sets the time limit: cancelling the task ends its transfer at once. Requests beyond the number
/// of connections wait, which does not count for their time-out.
///
/// A request on a kept connection that the server closes without an answer is sent again on a new connection,
/// whatever its method. A request that must not be processed twice needs an idempotency key.
///
/// A server may close the connection at any moment, also in the middle of an answer's head; that is an
/// ordinary error.
public final class CurlTransport: HTTPTransport {
  /// The shared transport.
  public static let shared = CurlTransport()

  private let loop = CurlLoop()
  private let gate: ConnectionGate
  private let largestBody: Int
  private let followsRedirects: Bool

  /// Creates a transport with its own connections, which live as long as the transport.
  ///
  /// - Parameters:
  ///   - connectionLimit: The maximum number of concurrent requests, at least one; by default 100. Further
  ///     requests wait.
  ///   - largestBody: The maximum size of an answer's body, in bytes; by default 256 MiB. The body is kept in
  ///     memory until it is complete; a larger one is a failure. The limit does not apply to an
  ///     ``HTTPStream``.
  ///   - followsRedirects: True to follow redirections; otherwise they are answers like any other.
  public init(connectionLimit: Int = 100, largestBody: Int = 1 << 28, followsRedirects: Bool = true) {
    gate = ConnectionGate(limit: connectionLimit)
    self.largestBody = largestBody
    self.followsRedirects = followsRedirects
    loop.run(connections: max(1, connectionLimit))
  }

  deinit {
    loop.close()
  }

  /// Sends a request and returns the answer when its last byte has arrived.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    var answer = try await open(request, limit: largestBody, progress)
    do {
      while !answer.isOver { try await answer.take(progress) }
      return try answer.responseBuilder.whole()
    } catch {
      answer.transfer.cancel()
      throw error
    }
  }

  /// Sends a request and returns when the head of the answer has arrived; the body is read in pieces.
  ///
  /// A server that is faster than the reader is held back. An answer of any status is returned.
  ///
  /// - Throws: ``HTTPError`` or ``HTTPTransportFailure`` when there is no answer, `CancellationError` when
  ///   the task is cancelled.
  public func stream(_ request: HTTPRequest) async throws -> HTTPStream {
    let answer = try await open(request, limit: .max, nil)
    return try HTTPStream(answer.transfer, answer.responseBuilder, isOver: answer.isOver)
  }

  // MARK: Requests and redirections

  private struct Incoming {
    let transfer: Transfer
    var responseBuilder: ResponseBuilder
    var isOver = false

    mutating func take(_ progress: (@Sendable (HTTPProgress) -> Void)?) async throws {
      let piece = try await transfer.next()
      let before = responseBuilder.progress
      if let sent = piece.sent { responseBuilder.sent(sent) }
      if let head = piece.head { try responseBuilder.receive(head) }
      try responseBuilder.receive(piece.bytes)
      isOver = piece.isLast
      let now = responseBuilder.progress
      if now.sent != before.sent || now.received != before.received { progress?(now) }
    }
  }

  /// Sends a request and follows its redirections; returns with the head of the last answer.
  private func open(
    _ request: HTTPRequest, limit: Int, _ progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Incoming {
    var request = request
    for _ in 0...HTTPRequest.mostRedirections {
      let transfer = try await begin(request, progress)
      var answer = Incoming(transfer: transfer, responseBuilder: ResponseBuilder(request, limit: limit))
      do {
        while answer.responseBuilder.head == nil, !answer.isOver { try await answer.take(progress) }
        guard followsRedirects, let head = answer.responseBuilder.head,
          let next = try request.redirected(by: head)
        else { return answer }
        transfer.cancel()
        request = next
      } catch {
        transfer.cancel()
        throw error
      }
    }
    throw HTTPTransportFailure(
      .badAnswer, url: request.url, text: "it redirects more than \(HTTPRequest.mostRedirections) times")
  }

  /// Sends a request whose answer is read in pieces.
  func begin(
    _ request: HTTPRequest, _ progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> Transfer {
    try request.check()
    // All hosts share the connections, so all requests wait in one line.
    let connection = try await gate.connection(at: "", for: request, progress: progress)
    let transfer = Transfer(loop: loop)
    loop.post(.begin(.init(request: request, transfer: transfer, connection: connection)))
    return transfer
  }
}
#endif
