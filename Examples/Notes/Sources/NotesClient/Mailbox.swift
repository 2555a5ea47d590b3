import Millrace
import Synchronization

/// The way to a store for those that are made before it.
final class Mailbox<Message: Sendable>: Sendable {
  private let sender = Mutex<Sender<Message>?>(nil)

  /// Says where messages go from now on; those that come before are nobody's.
  func open(_ sender: Sender<Message>) { self.sender.withLock { $0 = sender } }

  /// Sends a message, from any thread.
  func send(_ message: Message) { _ = sender.withLock { $0 }?.send(message) }
}
