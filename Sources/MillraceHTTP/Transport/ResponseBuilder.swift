import Foundation
import Millrace

/// An answer that is being assembled from the pieces that a transport receives.
struct ResponseBuilder: Sendable {
  let url: URL
  /// The head; nil before it has arrived.
  private(set) var head: AnswerHead?
  private(set) var progress: HTTPProgress

  private let method: HTTPMethod
  private let limit: Int
  private var body = Data()

  /// Creates the answer to a request, with a maximum size of the body in bytes.
  init(_ request: HTTPRequest, limit: Int) {
    url = request.url
    method = request.method
    self.limit = limit
    progress = HTTPProgress(expectedToSend: request.body?.count ?? 0)
  }

  /// Sets the number of bytes of the request's body that were sent.
  mutating func sent(_ count: Int) {
    progress.sent = min(count, progress.expectedToSend)
  }

  /// Stores the head; the last one counts.
  mutating func receive(_ head: AnswerHead) throws(HTTPTransportFailure) {
    self.head = head
    // A compressed body is decompressed on the way, so its length says nothing.
    let isPacked = head.header("Content-Encoding").map { $0.lowercased() != "identity" } ?? false
    progress.expectedToReceive =
      isPacked || hasNoBody ? nil : head.header("Content-Length").flatMap { Int(digits: $0) }
    if let length = progress.expectedToReceive, length > limit { throw tooLarge }
  }

  /// Appends a piece of the body.
  mutating func receive(_ bytes: some DataProtocol) throws(HTTPTransportFailure) {
    guard bytes.count <= limit - body.count else { throw tooLarge }
    body.append(contentsOf: bytes)
    progress.received = body.count
  }

  /// Returns the complete answer, when no more data follows.
  func whole() throws(HTTPTransportFailure) -> HTTPResponse {
    let answer = try untilNow()
    if let expected = progress.expectedToReceive, body.count < expected {
      throw HTTPTransportFailure(
        .connectionLost, url: url, text: "\(body.count) of \(expected) bytes were received")
    }
    return answer
  }

  /// Returns the answer with the body so far.
  func untilNow() throws(HTTPTransportFailure) -> HTTPResponse {
    guard let head else { throw HTTPTransportFailure(.badAnswer, url: url, text: "it has no status line") }
    return HTTPResponse(status: head.status, headers: head.headers, body: body)
  }

  /// True when the answer has no body, whatever length its head names.
  private var hasNoBody: Bool { method == .head || head?.status == 204 || head?.status == 304 }

  private var tooLarge: HTTPTransportFailure {
    HTTPTransportFailure(
      .badAnswer, url: url,
      text: "its body has more than \(limit) bytes, which is the transport's limit `largestBody`")
  }
}
