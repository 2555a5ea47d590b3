public import Foundation
import HTTPFixture
import Synchronization

/// A server on this machine that knows two people, gives them tickets, and has something for them to read.
///
/// | Request | Answer |
/// |---|---|
/// | `POST /session`, a body such as `{"name":"ada","password":"lovelace"}` | 201 and a ticket |
/// | `POST /session/renewal` | 200 and another ticket; the old one is good no more |
/// | `DELETE /session` | 204 |
/// | `GET /items` | 200 and the items |
///
/// All but the first want the token of a ticket (`Authorization: Bearer …`). What it refuses has the status 401
/// and a body such as `{"error":"…"}`.
public final class AuthServer: Sendable {
  /// The address, without a path.
  public let url: URL
  private let fixture: HTTPFixture
  private let counter: Counter

  /// Starts the server at a port that the system chooses.
  ///
  /// - Parameters:
  ///   - clock: What the time of tickets is measured by.
  ///   - lifetime: How many seconds a ticket is good for.
  ///   - longest: For how many seconds after logging in a ticket can be renewed.
  public init(
    clock: some Clock<Duration> = ContinuousClock(), lifetime: Int = 60, longest: Int = 180
  ) throws {
    let start = clock.now
    let counter = Counter(TicketDesk(lifetime: lifetime, longest: longest)) {
      start.duration(to: clock.now)
    }
    fixture = try HTTPFixture { counter.respond(to: $0) }
    self.counter = counter
    guard let url = URL(string: fixture.url) else { throw URLError(.badURL) }
    self.url = url
  }

  /// Stops; it does not begin again.
  public func stop() { fixture.stop() }

  /// Says what the server does with requests from now on.
  public func behave(_ manner: Manner) { counter.manner.withLock { $0 = manner } }

  /// Forgets all tickets, as a server does that is started anew.
  public func forgetTickets() { counter.desk.withLock { $0.forget() } }

  /// What a server does with requests.
  public enum Manner: Sendable {
    /// It answers them.
    case answers
    /// It cuts every connection.
    case cuts
    /// It takes them, and never answers.
    case isSilent
  }
}

/// Where requests are answered, on many threads.
private final class Counter: Sendable {
  let desk: Mutex<TicketDesk>
  let manner = Mutex(AuthServer.Manner.answers)
  private let now: @Sendable () -> Duration

  init(_ desk: TicketDesk, now: @escaping @Sendable () -> Duration) {
    self.desk = Mutex(desk)
    self.now = now
  }

  func respond(to request: HTTPFixture.Request) -> HTTPFixture.Response {
    switch manner.withLock({ $0 }) {
    case .cuts: return .nothing
    case .isSilent: return .never
    case .answers: break
    }
    let (now, newToken) = (now(), UUID().uuidString)
    let reply = desk.withLock { Reply.to(request, desk: &$0, now: now, newToken: newToken) }
    let headers = reply.body.isEmpty ? [:] : ["Content-Type": "application/json"]
    return HTTPFixture.Response(status: reply.status, headers: headers, body: reply.body)
  }
}
