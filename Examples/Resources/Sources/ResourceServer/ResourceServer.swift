public import Foundation
import HTTPFixture
import Synchronization

/// A local server that stores books and todos in memory.
///
/// | Request | Answer |
/// |---|---|
/// | `GET /books` | 200 and all books |
/// | `GET /books/7` | 200 and a book |
/// | `POST /books`, a body such as `{"title":"Emma","author":"Jane Austen"}` | 201 and the book with its id |
/// | `PATCH /books/7`, a body such as `{"title":"Emma"}` | 200 and the book as it is now |
/// | `DELETE /books/7` | 204 |
///
/// The same applies to `/todos`, which have a title and `isDone`. A refusal has the status 404, 409 or 422
/// and a body such as `{"error":"…"}`.
public final class ResourceServer: Sendable {
  public let url: URL
  private let fixture: HTTPFixture
  private let counter: Counter

  /// Starts the server at a port that the system chooses.
  public init() throws {
    let counter = Counter()
    fixture = try HTTPFixture { counter.respond(to: $0) }
    self.counter = counter
    guard let url = URL(string: fixture.url) else { throw URLError(.badURL) }
    self.url = url
  }

  /// Stops the server for good.
  public func stop() { fixture.stop() }

  /// Changes the server's behaviour from now on.
  public func behave(_ manner: Manner) { counter.manner.withLock { $0 = manner } }

  /// Adds a book, like another client; returns whether it was accepted.
  @discardableResult
  public func addBook(title: String, author: String) -> Bool {
    let draft: Records.Row = ["title": .text(title), "author": .text(author)]
    guard let body = try? JSONEncoder().encode(draft) else { return false }
    let request = Reply.Request(method: "POST", path: "/books", body: Array(body))
    return counter.shelves.withLock { $0.reply(to: request) }.status == 201
  }

  public enum Manner: Sendable {
    case answers
    /// The server closes every connection.
    case cuts
    /// The server accepts requests, and never answers.
    case isSilent
    /// The server answers with invalid JSON.
    case talksNonsense
  }
}

/// The handler of requests, on many threads.
private final class Counter: Sendable {
  let shelves = Mutex(Shelves())
  let manner = Mutex(ResourceServer.Manner.answers)

  func respond(to request: HTTPFixture.Request) -> HTTPFixture.Response {
    switch manner.withLock({ $0 }) {
    case .cuts: return .nothing
    case .isSilent: return .never
    case .talksNonsense: return .init(body: "<html>Good morning</html>")
    case .answers: break
    }
    let reply = shelves.withLock {
      $0.reply(to: .init(method: request.method, path: request.path, body: request.body))
    }
    let headers = reply.body.isEmpty ? [:] : ["Content-Type": "application/json"]
    return HTTPFixture.Response(status: reply.status, headers: headers, body: reply.body)
  }
}
