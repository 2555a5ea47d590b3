import Millrace
import Synchronization

/// A chain of middleware on commands or on events, and its end.
///
/// It is used only at the engine's home.
final class Chain<Subject: Sendable> {
  typealias Pass = @Sendable (Subject) throws -> Void

  enum Link: Sendable {
    /// Synchronous middleware.
    case now(@Sendable (Subject, @escaping Pass, @escaping Pass) throws -> Void)
    /// Asynchronous middleware, which runs outside the engine's home.
    case later(@Sendable (Subject, StoreEnvironment) async throws -> Subject?)
  }

  @exclusivity(unchecked) var links: [Link] = []
  /// The types of the middleware, for tools.
  var names: [String] = []
  private let inbox: EngineInbox
  private let sender: Sender<EngineMessage>
  private let message: @Sendable (Subject, ExecutionReference?, Int) -> EngineMessage
  /// Starts the asynchronous middleware of this number for a subject.
  var hold: (Subject, Execution?, Int) -> Void = { _, _, _ in }
  /// The function called after the last middleware.
  var end: (Subject, Execution?) throws -> Void = { _, _ in }
  /// Enqueues a message, at home.
  var line: (EngineMessage) -> Void = { _ in }

  /// - Parameter message: Makes the message with which a subject continues after this many pieces of
  ///   middleware, in a turn of its own.
  init(
    inbox: EngineInbox, sender: Sender<EngineMessage>,
    message: @escaping @Sendable (Subject, ExecutionReference?, Int) -> EngineMessage
  ) {
    self.inbox = inbox
    self.sender = sender
    self.message = message
  }

  /// Passes a subject on, after this many pieces of middleware.
  func pass(_ subject: Subject, _ execution: Execution?, from index: Int) throws {
    guard index < links.count else {
      // Code called after the last middleware is outside the chain: if it passes another subject on, that has
      // its own turn.
      let outer = inbox.chainThread.exchange(0, ordering: .relaxed)
      defer { inbox.chainThread.store(outer, ordering: .relaxed) }
      return try end(subject, execution)
    }
    switch links[index] {
    case .later:
      hold(subject, execution, index)
    case .now(let intercept):
      if StackRoom.isShort { throw Failure.tooMuchMiddleware(number: index + 1) }
      let outer = inbox.chainThread.exchange(currentThread(), ordering: .relaxed)
      defer { inbox.chainThread.store(outer, ordering: .relaxed) }
      // Sound: it is used only on the thread on which the engine's home is calling middleware now.
      let chain = Confined(self)
      let again: Pass = { [sender, message, inbox] subject in
        if inbox.chainThread.load(ordering: .relaxed) == currentThread() {
          chain.value.line(message(subject, ExecutionReference(execution), 0))
        } else {
          sender.send(message(subject, ExecutionReference(execution), 0))
        }
      }
      let next: Pass = { [sender, message, inbox] subject in
        if inbox.chainThread.load(ordering: .relaxed) == currentThread() {
          try chain.value.pass(subject, execution, from: index + 1)
        } else {
          sender.send(message(subject, ExecutionReference(execution), index + 1))
        }
      }
      try intercept(subject, again, next)
    }
  }

  /// Returns the asynchronous middleware of this number, or nil if there is none any more.
  func waiting(at index: Int) -> (@Sendable (Subject, StoreEnvironment) async throws -> Subject?)? {
    guard index < links.count, case .later(let body) = links[index] else { return nil }
    return body
  }
}
