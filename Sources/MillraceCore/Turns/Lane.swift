/// One store's side of the channel: its state, and the messages that wait for their turns.
///
/// The state is changed in place: `turn` passes it to the update as `inout`. A turn therefore costs what the
/// update touches, never the size of the state.
@frozen
public struct Lane<State, Message, Cause> {
  /// A waiting message and its cause.
  @frozen
  public struct Entry {
    /// The message.
    public var message: Message
    /// The origin of the message.
    public var cause: Cause

    /// Creates an entry from a message and its cause.
    @inlinable
    public init(message: Message, cause: Cause) {
      self.message = message
      self.cause = cause
    }
  }

  /// An item in line: a message, or several that arrived together and share a cause.
  @usableFromInline
  enum Item {
    case one(Entry)
    case many(ArraySlice<Message>, Cause)
  }

  /// The state after the last turn.
  public var state: State

  @usableFromInline var waiting = Ring<Item>()
  /// The messages that pass locks; they come before those in `waiting`.
  @usableFromInline var passing = Ring<Entry>()
  /// The batch that is being dequeued; empty when `next` is its end.
  @usableFromInline var batch: ArraySlice<Message> = []
  @usableFromInline var next = 0
  @usableFromInline var batchCause: Cause?

  /// The number of waiting messages.
  @inlinable public var waitingCount: Int { count &+ passing.count }
  /// The number of waiting messages that do not pass locks.
  @usableFromInline var count = 0

  /// Creates a lane without waiting messages.
  @inlinable
  public init(state: State) {
    self.state = state
  }

  /// Appends a message behind the others of this lane.
  ///
  /// O(1) amortised.
  @inlinable
  public mutating func enqueue(_ message: Message, cause: Cause) {
    waiting.append(.one(Entry(message: message, cause: cause)))
    count &+= 1
  }

  /// Appends messages that arrived together behind the others of this lane, in their order.
  ///
  /// O(1) amortised: they are not copied.
  @inlinable
  public mutating func enqueue(contentsOf messages: ArraySlice<Message>, cause: Cause) {
    if messages.isEmpty { return }
    waiting.append(.many(messages, cause))
    count &+= messages.count
  }

  /// Appends a message that passes locks behind others of its kind.
  ///
  /// O(1) amortised.
  @inlinable
  public mutating func enqueuePassing(_ message: Message, cause: Cause) {
    passing.append(Entry(message: message, cause: cause))
  }

  /// Removes and returns the next message that passes locks; nil if none waits.
  @inlinable
  public mutating func dequeuePassing() -> Entry? {
    passing.popFirst()
  }

  /// Removes and returns the next ordinary message; nil if none waits.
  @inlinable
  public mutating func dequeue() -> Entry? {
    if next == batch.endIndex {
      switch waiting.popFirst() {
      case .none: return nil
      case .one(let entry):
        count &-= 1
        return entry
      case .many(let messages, let cause):
        batch = messages
        next = messages.startIndex
        batchCause = cause
      }
    }
    guard let cause = batchCause else { return nil }
    count &-= 1
    let entry = Entry(message: batch[next], cause: cause)
    next &+= 1
    if next == batch.endIndex {
      batch = []
      next = 0
    }
    return entry
  }

  /// Takes one turn: changes the state in place and returns what the update requests.
  @inlinable
  public mutating func turn<Request>(
    _ message: Message, update: (inout State, Message) -> Request
  ) -> Request {
    update(&state, message)
  }

  /// The waiting messages, first to last; those that pass locks come first.
  ///
  /// For inspection: O(waiting).
  public var waitingMessages: [Message] {
    var messages: [Message] = []
    forEachWaiting { message, _ in messages.append(message) }
    return messages
  }

  /// Calls `body` with each waiting message and its cause, first to last; those that pass locks come first.
  ///
  /// For inspection: O(waiting).
  public func forEachWaiting(_ body: (Message, Cause) -> Void) {
    passing.forEach { body($0.message, $0.cause) }
    if let batchCause { batch[next...].forEach { body($0, batchCause) } }
    waiting.forEach { item in
      switch item {
      case .one(let entry): body(entry.message, entry.cause)
      case .many(let messages, let cause): messages.forEach { body($0, cause) }
      }
    }
  }
}
