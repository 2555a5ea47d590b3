import Millrace
import Synchronization

/// A sender to a store that is created later.
final class Mailbox<Message: Sendable>: Sendable {
  private let sender = Mutex<Sender<Message>?>(nil)

  /// Sets the receiver; earlier messages are dropped.
  func open(_ sender: Sender<Message>) { self.sender.withLock { $0 = sender } }

  /// Sends a message, from any thread.
  func send(_ message: Message) { _ = sender.withLock { $0 }?.send(message) }
}
