public import Foundation
import HTTPFixture
import Synchronization

/// A server on this machine that keeps books and todos, in memory.
///
/// | Request | Answer |
/// |---|---|
/// | `GET /books` | 200 and all books |
/// | `GET /books/7` | 200 and a book |
/// | `POST /books`, a body such as `{"title":"Emma","author":"Jane Austen"}` | 201 and the book with its id |
/// | `PATCH /books/7`, a body such as `{"title":"Emma"}` | 200 and the book as it is now |
/// | `DELETE /books/7` | 204 |
///
/// The same goes for `/todos`, which have a title and `isDone`. What it refuses has the status 404, 409 or 422 and a
/// body such as `{"error":"…"}`.
public final class ResourceServer: Sendable {
  /// The address, without a path.
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

  /// Stops; it does not begin again.
  public func stop() { fixture.stop() }

  /// Says what the server does with requests from now on.
  public func behave(_ manner: Manner) { counter.manner.withLock { $0 = manner } }

  /// Adds a book, as somebody else would; whether it was accepted.
  @discardableResult
  public func addBook(title: String, author: String) -> Bool {
    let draft: Records.Row = ["title": .text(title), "author": .text(author)]
    guard let body = try? JSONEncoder().encode(draft) else { return false }
    let request = Reply.Request(method: "POST", path: "/books", body: Array(body))
    return counter.shelves.withLock { $0.reply(to: request) }.status == 201
  }

  /// What a server does with requests.
  public enum Manner: Sendable {
    /// It answers them.
    case answers
    /// It cuts every connection.
    case cuts
    /// It takes them, and never answers.
    case isSilent
    /// It answers what is no JSON.
    case talksNonsense
  }
}

/// Where requests are answered, on many threads.
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
