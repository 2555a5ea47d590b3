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
    case mapped(@Sendable (Message, _ inheriting: Bool) -> Bool)
  }

  @usableFromInline let storage: Storage

  init(_ inlet: Inlet<Message>) {
    storage = .inlet(inlet)
  }

  /// A sender that is a closure, to run something that sends in a test.
  ///
  /// It answers whether it took the message.
  public init(_ post: @escaping @Sendable (Message) -> Bool) {
    storage = .mapped { message, _ in post(message) }
  }

  private init(mapped post: @escaping @Sendable (Message, Bool) -> Bool) {
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
    case .mapped(let post): post(message, false)
    }
  }

  /// Posts a message whose turn's effects see the task locals and the priority of the task that posts it.
  ///
  /// Without it they see none, because a post is taken home by a task of its own, together with those of others.
  /// The cost of inheriting is a task that keeps them until the turn. At most 65,000 such messages wait on a flow;
  /// one more is posted as if without.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - inheriting: Whether the effects inherit; false is the same as ``send(_:)``.
  /// - Returns: False when the store has ended, or its home has, so that the message goes nowhere.
  @discardableResult
  public func send(_ message: Message, inheriting: Bool) -> Bool {
    guard inheriting else { return send(message) }
    return switch storage {
    case .inlet(let inlet): inlet.postInheriting(message)
    case .mapped(let post): post(message, true)
    }
  }

  /// A sender for a part whose messages `transform` wraps.
  public func map<Part: Sendable>(
    _ transform: @escaping @Sendable (Part) -> Message
  ) -> Sender<Part> {
    Sender<Part>(mapped: { send(transform($0), inheriting: $1) })
  }
}
