/// The way into a store from every other thread and task.
///
/// A sender may be copied, sent and kept everywhere. It does not keep the store alive.
///
/// ```swift
/// let sender = store.sender()
/// Task.detached { sender.send(.loaded(data)) }
/// ```
public struct Sender<Message: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case inlet(Inlet<Message>)
    case mapped(@Sendable (Message) -> Bool)
  }

  @usableFromInline let storage: Storage

  init(_ inlet: Inlet<Message>) {
    storage = .inlet(inlet)
  }

  /// A sender that is a closure, to run something that sends in a test.
  ///
  /// It answers whether it took the message.
  public init(_ post: @escaping @Sendable (Message) -> Bool) {
    storage = .mapped(post)
  }

  /// Posts a message and returns at once; its turn comes at the store's home.
  ///
  /// Messages of one thread or task arrive in the order it sent them, none is lost and none arrives twice. The
  /// cost is a lock and an append, and, after a quiet time, one hop home.
  ///
  /// - Returns: False when the store has ended, or its home has, so that the message goes nowhere.
  @inlinable
  @discardableResult
  public func send(_ message: Message) -> Bool {
    switch storage {
    case .inlet(let inlet): inlet.post(message)
    case .mapped(let post): post(message)
    }
  }

  /// A sender for a part whose messages `transform` wraps.
  public func map<Part: Sendable>(
    _ transform: @escaping @Sendable (Part) -> Message
  ) -> Sender<Part> {
    Sender<Part> { send(transform($0)) }
  }
}
