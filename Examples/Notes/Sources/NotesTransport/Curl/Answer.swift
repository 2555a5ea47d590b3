import Foundation
import Katana

/// An answer that is put together of its pieces.
struct Answer {
  private let url: URL
  private let limit: Int
  private var head: AnswerHead?
  private var body = Data()
  /// How far it is.
  private(set) var progress: HTTPProgress

  /// The answer to a request, with so many bytes at most.
  init(_ request: WebRequest, limit: Int) {
    url = request.url
    self.limit = limit
    progress = HTTPProgress(expectedToSend: request.body?.count ?? 0)
  }

  /// The next piece has come.
  mutating func add(_ piece: Inbox.Piece) throws(HTTPTransportFailure) {
    if let head = piece.head {
      self.head = head
      progress.sent = progress.expectedToSend
      progress.expectedToReceive = head.header("Content-Length").flatMap { Int($0) }
    }
    body.append(contentsOf: piece.bytes)
    progress.received = body.count
    guard body.count <= limit, (progress.expectedToReceive ?? 0) <= limit else {
      throw HTTPTransportFailure(.badAnswer, url: url, text: "it has more than \(limit) bytes")
    }
  }

  /// What it is when the last piece has come.
  func whole() throws(HTTPTransportFailure) -> HTTPResponse {
    guard let head else { throw HTTPTransportFailure(.badAnswer, url: url, text: "it has no head") }
    return HTTPResponse(status: head.status, headers: head.headers, body: body)
  }
}
