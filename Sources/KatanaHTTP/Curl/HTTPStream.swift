#if canImport(CCurl)
import Foundation
import Millrace

/// An answer whose body is fetched piece by piece, such as a stream of events.
///
/// There is one reader. The connection is closed when the last reference goes away.
///
/// ```swift
/// let events = try await transport.stream(HTTPRequest(.get, url, headers: ["Accept": "text/event-stream"]))
/// while let bytes = try await events.next() { parser.take(bytes) }
/// ```
public final class HTTPStream: Sendable {
  private struct State {
    /// The bytes that came with the head.
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

  init(_ transfer: Transfer, _ reception: Reception, isOver: Bool) throws(HTTPTransportFailure) {
    self.transfer = transfer
    url = reception.url
    let answer = try reception.untilNow()
    status = answer.status
    headers = answer.headers
    state = Locked(State(first: Array(answer.body), isOver: isOver))
  }

  deinit {
    transfer.cancel()
  }

  /// The value of a header field, whose name is the same in upper and lower case; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// The bytes that have come since the last call, for which it waits; nil when the body is over.
  ///
  /// - Throws: ``HTTPTransportFailure`` when the connection is lost, `CancellationError` when the task is cancelled.
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

  /// The answer as a whole: all bytes that ``next()`` has not given yet.
  ///
  /// - Parameter limit: The largest body, in bytes.
  /// - Throws: As ``next()``; ``HTTPTransportFailure`` when there are more bytes.
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
