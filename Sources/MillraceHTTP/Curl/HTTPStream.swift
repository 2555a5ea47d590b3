#if canImport(CCurl)
import Foundation
import Millrace

/// An answer whose body is read in pieces, such as a stream of events.
///
/// There is one reader. Releasing the last reference closes the connection.
///
/// ```swift
/// let events = try await transport.stream(HTTPRequest(.get, url, headers: ["Accept": "text/event-stream"]))
/// while let bytes = try await events.next() { parser.take(bytes) }
/// ```
public final class HTTPStream: Sendable {
  private struct State {
    /// The bytes that arrived with the head.
    var first: [UInt8]
    var isOver: Bool
  }

  /// The status, such as 200 or 404.
  public let status: Int
  /// The header fields as the server wrote them.
  public let headers: [String: String]

  private let url: URL
  private let transfer: Transfer
  private let state: Locked<State>

  init(_ transfer: Transfer, _ responseBuilder: ResponseBuilder, isOver: Bool) throws(HTTPTransportFailure) {
    self.transfer = transfer
    url = responseBuilder.url
    let answer = try responseBuilder.untilNow()
    status = answer.status
    headers = answer.headers
    state = Locked(State(first: Array(answer.body), isOver: isOver))
  }

  deinit {
    transfer.cancel()
  }

  /// Returns the value of a header field, whatever the case of its name; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// Waits for the next bytes of the body; returns nil at its end.
  ///
  /// - Throws: ``HTTPTransportFailure`` when the connection is lost, `CancellationError` when the task is
  ///   cancelled.
  public func next() async throws -> [UInt8]? {
    while true {
      let (first, isOver) = state.withLock { state in
        defer { state.first = [] }
        return (state.first, state.isOver)
      }
      if !first.isEmpty { return first }
      if isOver { return nil }
      let piece = try await transfer.next()
      state.withLock { state in
        state.first = piece.bytes
        state.isOver = piece.isLast
      }
    }
  }

  /// Returns the whole answer, with all bytes that ``next()`` has not yet returned.
  ///
  /// - Parameter limit: The maximum size of the body, in bytes.
  /// - Throws: The errors of ``next()``; ``HTTPTransportFailure`` when the body is larger.
  public func response(limit: Int) async throws -> HTTPResponse {
    var body: [UInt8] = []
    while let bytes = try await next() {
      guard bytes.count <= limit - body.count else {
        throw HTTPTransportFailure(.badAnswer, url: url, text: "its body has more than \(limit) bytes")
      }
      body += bytes
    }
    return HTTPResponse(status: status, headers: headers, body: Data(body))
  }
}
#endif
