/// A handle by which other threads and tasks send messages to a store.
///
/// A sender may be copied, sent and stored anywhere. It does not keep the store alive.
///
/// ```swift
/// let sender = store.sender()
/// Task.detached { sender.send(.loaded(data)) }
/// ```
public struct Sender<Message: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case mailbox(Mailbox<Message>)
    case mapped(
      @Sendable (Message, _ inheriting: Bool) -> Bool,
      track: @Sendable (Message, _ inheriting: Bool) -> (Bool, SentWork?),
      bounded: @Sendable (Message, _ limit: Int) -> BoundedSend)
  }

  @usableFromInline let storage: Storage

  init(_ mailbox: Mailbox<Message>) {
    storage = .mailbox(mailbox)
  }

  /// Creates a sender from a closure, to test code that sends.
  ///
  /// The closure returns whether it accepted the message.
  public init(_ post: @escaping @Sendable (Message) -> Bool) {
    storage = .mapped(
      { message, _ in post(message) }, track: { message, _ in (post(message), nil) },
      bounded: { message, _ in post(message) ? .accepted : .ended })
  }

  private init(
    mapped post: @escaping @Sendable (Message, Bool) -> Bool,
    track: @escaping @Sendable (Message, Bool) -> (Bool, SentWork?),
    bounded: @escaping @Sendable (Message, Int) -> BoundedSend
  ) {
    storage = .mapped(post, track: track, bounded: bounded)
  }

  /// Posts a message and returns at once; its turn comes at the store's home.
  ///
  /// Messages of one thread or task arrive in the order in which it sent them; none is lost or duplicated.
  /// The cost is a lock and an append, and, after a quiet time, one hop home.
  ///
  /// - Returns: False if the store or its home has ended, or the store refuses messages because its journal
  ///   closes, so that the message is dropped.
  @inlinable
  @discardableResult
  public func send(_ message: Message) -> Bool {
    switch storage {
    case .mailbox(let mailbox): mailbox.post(message)
    case .mapped(let post, _, _): post(message, false)
    }
  }

  /// Posts a message whose turn's effects inherit the task locals and the priority of the posting task.
  ///
  /// Otherwise they inherit nothing, because a task of its own takes the message home, together with those of
  /// other senders. The cost of inheriting is a task that retains them until the turn. At most 65,000 such
  /// messages wait on a flow; one more is posted without them.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - inheriting: True if the effects inherit; false is the same as ``send(_:)``.
  /// - Returns: False if the store or its home has ended, or the store refuses messages because its journal
  ///   closes, so that the message is dropped.
  @discardableResult
  public func send(_ message: Message, inheriting: Bool) -> Bool {
    guard inheriting else { return send(message) }
    return switch storage {
    case .mailbox(let mailbox): mailbox.postInheriting(message)
    case .mapped(let post, _, _): post(message, true)
    }
  }

  /// Posts a message unless too many wait, and returns at once.
  ///
  /// It bounds the memory of a program whose messages come faster than the store takes its turns:
  ///
  /// ```swift
  /// if sender.send(.measured(value), limit: 1_000) == .full { dropped += 1 }
  /// ```
  ///
  /// The bound is exact, whatever the number of threads that post: a message is accepted only while fewer
  /// than `limit` posted messages of the store wait. Those of all its senders count, also of ``send(_:)``,
  /// from the post until the turn is over, behind locks and delays of gates as well. Messages that effects,
  /// updates and the home itself send do not count. A sender made from a closure has no bound.
  ///
  /// The cost is that of ``send(_:)``.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - limit: The number of waiting messages at which the store is full; with 0 or less it always is.
  /// - Returns: The outcome. A message that was not accepted is not kept.
  @inlinable
  public func send(_ message: Message, limit: Int) -> BoundedSend {
    switch storage {
    case .mailbox(let mailbox): mailbox.post(message, limit: limit)
    case .mapped(_, _, let bounded): bounded(message, limit)
    }
  }

  /// Posts a message; returns false if the store or its home has ended or refuses it, and the work, unless
  /// this is made from a closure.
  package func track(_ message: Message, inheriting: Bool = false) -> (Bool, SentWork?) {
    switch storage {
    case .mailbox(let mailbox):
      let number = mailbox.postTracked(message, inheriting: inheriting)
      return (number != nil, SentWork(mailbox.gateway, number ?? 0))
    case .mapped(_, let track, _): return track(message, inheriting)
    }
  }

  /// Returns a sender for a part whose messages `transform` wraps.
  public func map<Part: Sendable>(
    _ transform: @escaping @Sendable (Part) -> Message
  ) -> Sender<Part> {
    Sender<Part>(
      mapped: { send(transform($0), inheriting: $1) }, track: { track(transform($0), inheriting: $1) },
      bounded: { send(transform($0), limit: $1) })
  }
}
