import Foundation
public import Katana

/// Carries requests with libcurl, on one thread of its own.
///
/// Connections are kept and used again. A redirection is an answer like any other and is not followed, so
/// that what is meant for one server does not go to another. How long to wait is the caller's matter: a task
/// that is cancelled ends its transfer at once. Proxies are those of the environment, but never for this
/// machine itself.
///
/// A request on a kept connection that the server closes without a word is sent again on a new one, whatever
/// its method; what must not be done twice needs a key that says so.
///
/// A server may end at any moment, also in the middle of an answer's head; that is an error here, and no
/// more.
public final class CurlTransport: HTTPTransport {
  /// The largest body that an answer may have, in bytes.
  public static let largestBody = 1 << 26

  private let loop: CurlLoop

  /// A transport with connections of its own, which live as long as the transport.
  public init() {
    loop = CurlLoop()
    loop.run()
  }

  deinit {
    loop.close()
  }

  /// The answer, when its last byte has come.
  ///
  /// Progress is told with each piece that has come; the request's body counts as sent when the answer
  /// begins.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    try await response(to: WebRequest(request), progress: progress)
  }

  /// The answer, when its last byte has come.
  func response(
    to request: WebRequest, limit: Int = CurlTransport.largestBody,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    let transfer = try begin(request)
    var answer = Answer(request, limit: limit)
    do {
      while true {
        let piece = try await transfer.next()
        try answer.add(piece)
        progress?(answer.progress)
        if piece.isLast { return try answer.whole() }
      }
    } catch {
      transfer.cancel()
      throw error
    }
  }

  /// Sends a request, whose answer is fetched piece by piece.
  func begin(_ request: WebRequest) throws -> Transfer {
    try Task.checkCancellation()
    let transfer = Transfer(loop: loop)
    loop.post(.begin(transfer, request))
    return transfer
  }
}
