import Millrace
import Synchronization

/// The middleware on commands or on events, and what is at the end of it.
///
/// It is touched at the engine's home only.
final class Chain<Subject: Sendable> {
  typealias Pass = @Sendable (Subject) throws -> Void

  /// One piece of middleware.
  enum Link: Sendable {
    /// It looks at the subject at once.
    case now(@Sendable (Subject, @escaping Pass, @escaping Pass) throws -> Void)
    /// It waits for something, outside of the engine's home.
    case later(@Sendable (Subject, StoreEnvironment) async throws -> Subject?)
  }

  @exclusivity(unchecked) var links: [Link] = []
  private let desk: EngineDesk
  private let sender: Sender<EngineMessage>
  private let message: @Sendable (Subject, TicketPass?, Int) -> EngineMessage
  /// Has the middleware of a number, which waits for something, look at a subject.
  var hold: (Subject, Ticket?, Int) -> Void = { _, _, _ in }
  /// What is behind the last.
  var end: (Subject, Ticket?) throws -> Void = { _, _ in }
  /// Puts a message in line at home.
  var line: (EngineMessage) -> Void = { _ in }

  /// - Parameter message: Has a subject go on behind this many pieces of middleware, in a turn of its own.
  init(
    desk: EngineDesk, sender: Sender<EngineMessage>,
    message: @escaping @Sendable (Subject, TicketPass?, Int) -> EngineMessage
  ) {
    self.desk = desk
    self.sender = sender
    self.message = message
  }

  /// Passes a subject on behind this many pieces of middleware.
  func pass(_ subject: Subject, _ ticket: Ticket?, from index: Int) throws {
    guard index < links.count else {
      // Who is called behind the last is not in the chain: what it passes on of another subject has a turn of its own.
      let outer = desk.chainThread.exchange(0, ordering: .relaxed)
      defer { desk.chainThread.store(outer, ordering: .relaxed) }
      return try end(subject, ticket)
    }
    switch links[index] {
    case .later:
      hold(subject, ticket, index)
    case .now(let intercept):
      if StackRoom.isShort { throw Failure.tooMuchMiddleware(number: index + 1) }
      let outer = desk.chainThread.exchange(currentThread(), ordering: .relaxed)
      defer { desk.chainThread.store(outer, ordering: .relaxed) }
      // Sound: it is used only on the thread on which the engine's home is calling middleware just now.
      let chain = Confined(self)
      let again: Pass = { [sender, message, desk] subject in
        if desk.chainThread.load(ordering: .relaxed) == currentThread() {
          chain.value.line(message(subject, TicketPass(ticket), 0))
        } else {
          sender.send(message(subject, TicketPass(ticket), 0))
        }
      }
      let next: Pass = { [sender, message, desk] subject in
        if desk.chainThread.load(ordering: .relaxed) == currentThread() {
          try chain.value.pass(subject, ticket, from: index + 1)
        } else {
          sender.send(message(subject, TicketPass(ticket), index + 1))
        }
      }
      try intercept(subject, again, next)
    }
  }

  /// What the middleware of this number waits for; nil when there is none any more.
  func waiting(at index: Int) -> (@Sendable (Subject, StoreEnvironment) async throws -> Subject?)? {
    guard index < links.count, case .later(let body) = links[index] else { return nil }
    return body
  }
}
