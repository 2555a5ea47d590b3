#if canImport(CCurl)
/// Carries requests with libcurl, on one thread of its own.
///
/// It is the transport of every ``HTTPInterpreter`` on Linux that is given no other. Connections are kept and used
/// again. Redirections are followed, up to twenty, without the credentials where they lead to another server. Bodies
/// that travel packed are unpacked. Proxies are those of the environment (`http_proxy` and the like), but never for
/// this machine itself. Cookies, caches and credentials of its own it has none: a status of 401 is an answer like any
/// other.
///
/// How long to wait is the command's matter: a task that is cancelled ends its transfer at once. Requests beyond the
/// number of connections wait, which does not count for their time-out.
///
/// A request on a kept connection that the server closes without a word is sent again on a new one, whatever its
/// method; what must not be done twice needs a key that says so.
///
/// A server may end at any moment, also in the middle of an answer's head; that is an error here, and no more.
public final class CurlTransport: HTTPTransport {
  /// The transport that all share which ask for none of their own.
  public static let shared = CurlTransport()

  private let loop = CurlLoop()
  private let gate: ConnectionGate
  private let largestBody: Int
  private let followsRedirects: Bool

  /// A transport with connections of its own, which live as long as the transport.
  ///
  /// - Parameters:
  ///   - connectionLimit: The number of requests that are under way at once, at least one; 100 unless given. What is
  ///     beyond waits its turn.
  ///   - largestBody: The largest body of an answer, in bytes, which is kept in memory until it is whole; 256 MiB
  ///     unless given. An answer with more is a failure. It does not hold for an ``HTTPStream``.
  ///   - followsRedirects: Whether redirections are followed; if not, they are answers like any other.
  public init(connectionLimit: Int = 100, largestBody: Int = 1 << 28, followsRedirects: Bool = true) {
    gate = ConnectionGate(limit: connectionLimit)
    self.largestBody = largestBody
    self.followsRedirects = followsRedirects
    loop.run(connections: max(1, connectionLimit))
  }

  deinit {
    loop.close()
  }

  /// The answer, when its last byte has come.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    var answer = try await open(request, limit: largestBody, progress)
    do {
      while !answer.isOver { try await answer.take(progress) }
      return try answer.reception.whole()
    } catch {
      answer.transfer.cancel()
      throw error
    }
  }

  /// An answer whose body is fetched piece by piece; returns when its head has come.
  ///
  /// A server that is faster than the reader is held back. An answer of any status is given.
  ///
  /// - Throws: ``HTTPError`` or ``HTTPTransportFailure`` when there is none, `CancellationError` when the task is
  ///   cancelled.
  public func stream(_ request: HTTPRequest) async throws -> HTTPStream {
    let answer = try await open(request, limit: .max, nil)
    return try HTTPStream(answer.transfer, answer.reception, isOver: answer.isOver)
  }

  // MARK: Requests and what they lead to

  /// An answer that is coming.
  private struct Incoming {
    let transfer: Transfer
    var reception: Reception
    var isOver = false

    /// Waits for the next piece.
    mutating func take(_ progress: (@Sendable (HTTPProgress) -> Void)?) async throws {
      let piece = try await transfer.next()
      let before = reception.progress
      if let sent = piece.sent { reception.sent(sent) }
      if let head = piece.head { try reception.receive(head) }
      try reception.receive(piece.bytes)
      isOver = piece.isLast
      let now = reception.progress
      if now.sent != before.sent || now.received != before.received { progress?(now) }
    }
  }

  /// Sends a request, and those that its answers lead to; returns with the head of the last answer.
  private func open(
    _ request: HTTPRequest, limit: Int, _ progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Incoming {
    var request = request
    for _ in 0...HTTPRequest.mostRedirections {
      let transfer = try await begin(request, progress)
      var answer = Incoming(transfer: transfer, reception: Reception(request, limit: limit))
      do {
        while answer.reception.head == nil, !answer.isOver { try await answer.take(progress) }
        guard followsRedirects, let head = answer.reception.head, let next = try request.redirected(by: head)
        else { return answer }
        transfer.cancel()
        request = next
      } catch {
        transfer.cancel()
        throw error
      }
    }
    throw HTTPTransportFailure(
      .badAnswer, url: request.url, text: "it leads on more than \(HTTPRequest.mostRedirections) times")
  }

  /// Sends a request, whose answer is fetched piece by piece.
  func begin(
    _ request: HTTPRequest, _ progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> Transfer {
    try request.check()
    // All places share the connections, so they stand in one line.
    let connection = try await gate.connection(at: "", for: request, progress: progress)
    let transfer = Transfer(loop: loop)
    loop.post(.begin(.init(request: request, transfer: transfer, connection: connection)))
    return transfer
  }
}
#endif
