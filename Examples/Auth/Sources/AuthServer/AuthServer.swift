public import Foundation
import HTTPFixture
import Synchronization

/// A local server that knows two people, gives them tickets, and has items for them to read.
///
/// | Request | Answer |
/// |---|---|
/// | `POST /session`, a body such as `{"name":"ada","password":"lovelace"}` | 201 and a ticket |
/// | `POST /session/renewal` | 200 and another ticket; the old one becomes invalid |
/// | `DELETE /session` | 204 |
/// | `GET /items` | 200 and the items |
///
/// All but the first need the token of a ticket (`Authorization: Bearer …`). A refusal has the status 401 and
/// a body such as `{"error":"…"}`.
public final class AuthServer: Sendable {
  public let url: URL
  private let fixture: HTTPFixture
  private let counter: Counter

  /// Starts the server at a port that the system chooses.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the lifetime of tickets.
  ///   - lifetime: The lifetime of a ticket, in seconds.
  ///   - longest: The time after login in which a ticket can be renewed, in seconds.
  public init(
    clock: some Clock<Duration> = ContinuousClock(), lifetime: Int = 60, longest: Int = 180
  ) throws {
    let start = clock.now
    let counter = Counter(TicketIssuer(lifetime: lifetime, longest: longest)) {
      start.duration(to: clock.now)
    }
    fixture = try HTTPFixture { counter.respond(to: $0) }
    self.counter = counter
    guard let url = URL(string: fixture.url) else { throw URLError(.badURL) }
    self.url = url
  }

  /// Stops the server for good.
  public func stop() { fixture.stop() }

  /// Changes the server's behaviour from now on.
  public func behave(_ manner: Manner) { counter.manner.withLock { $0 = manner } }

  /// Forgets all tickets, like a server that was restarted.
  public func forgetTickets() { counter.issuer.withLock { $0.forget() } }

  public enum Manner: Sendable {
    case answers
    /// The server closes every connection.
    case cuts
    /// The server accepts requests, and never answers.
    case isSilent
  }
}

/// The handler of requests, on many threads.
private final class Counter: Sendable {
  let issuer: Mutex<TicketIssuer>
  let manner = Mutex(AuthServer.Manner.answers)
  private let now: @Sendable () -> Duration

  init(_ issuer: TicketIssuer, now: @escaping @Sendable () -> Duration) {
    self.issuer = Mutex(issuer)
    self.now = now
  }

  func respond(to request: HTTPFixture.Request) -> HTTPFixture.Response {
    switch manner.withLock({ $0 }) {
    case .cuts: return .nothing
    case .isSilent: return .never
    case .answers: break
    }
    let (now, newToken) = (now(), UUID().uuidString)
    let reply = issuer.withLock { Reply.to(request, issuer: &$0, now: now, newToken: newToken) }
    let headers = reply.body.isEmpty ? [:] : ["Content-Type": "application/json"]
    return HTTPFixture.Response(status: reply.status, headers: headers, body: reply.body)
  }
}
