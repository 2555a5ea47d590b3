import Foundation

/// An answer that is put together of its pieces: a value that a transport puts into what it is told.
struct Reception: Sendable {
  /// The address that answers.
  let url: URL
  /// The head; nil before it has come.
  private(set) var head: AnswerHead?
  /// How far it is.
  private(set) var progress: HTTPProgress

  private let method: HTTPMethod
  private let limit: Int
  private var body = Data()

  /// The answer to a request, with so many bytes of body at most.
  init(_ request: HTTPRequest, limit: Int) {
    url = request.url
    method = request.method
    self.limit = limit
    progress = HTTPProgress(expectedToSend: request.body?.count ?? 0)
  }

  /// So many bytes of the request's body have left.
  mutating func sent(_ count: Int) {
    progress.sent = min(count, progress.expectedToSend)
  }

  /// The head of the answer; the last one counts.
  mutating func receive(_ head: AnswerHead) throws(HTTPTransportFailure) {
    self.head = head
    // A body that travels packed is unpacked on the way, so its length says nothing.
    let isPacked = head.header("Content-Encoding").map { $0.lowercased() != "identity" } ?? false
    progress.expectedToReceive =
      isPacked || hasNoBody ? nil : head.header("Content-Length").flatMap { Int($0) }
    if let length = progress.expectedToReceive, length > limit { throw tooLarge }
  }

  /// A piece of the answer's body.
  mutating func receive(_ bytes: some DataProtocol) throws(HTTPTransportFailure) {
    guard bytes.count <= limit - body.count else { throw tooLarge }
    body.append(contentsOf: bytes)
    progress.received = body.count
  }

  /// The answer, when nothing more comes.
  func whole() throws(HTTPTransportFailure) -> HTTPResponse {
    let answer = try untilNow()
    if let expected = progress.expectedToReceive, body.count < expected {
      throw HTTPTransportFailure(.connectionLost, url: url, text: "\(body.count) of \(expected) bytes came")
    }
    return answer
  }

  /// The answer with what has come of its body.
  func untilNow() throws(HTTPTransportFailure) -> HTTPResponse {
    guard let head else { throw HTTPTransportFailure(.badAnswer, url: url, text: "it has no status") }
    return HTTPResponse(status: head.status, headers: head.headers, body: body)
  }

  /// Whether the answer has no body, whatever length its head names.
  private var hasNoBody: Bool { method == .head || head?.status == 204 || head?.status == 304 }

  private var tooLarge: HTTPTransportFailure {
    HTTPTransportFailure(
      .badAnswer, url: url,
      text: "its body has more than \(limit) bytes, the `largestBody` that the transport was given")
  }
}
