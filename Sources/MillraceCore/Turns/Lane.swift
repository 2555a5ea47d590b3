/// One store's side of the channel: its state, and the messages that wait for their turns.
///
/// The state is changed in place: `turn` hands it to the update as `inout`, so a turn costs what the update
/// touches and never the size of the state.
@frozen
public struct Lane<State, Message, Cause> {
  /// A waiting message and what caused it.
  @frozen
  public struct Entry {
    /// The message.
    public var message: Message
    /// What sent it.
    public var cause: Cause

    /// A message with its cause.
    @inlinable
    public init(message: Message, cause: Cause) {
      self.message = message
      self.cause = cause
    }
  }

  /// What stands in line: a message, or several that came together and share a cause.
  @usableFromInline
  enum Item {
    case one(Entry)
    case many(ArraySlice<Message>, Cause)
  }

  /// The state as the last turn left it.
  public var state: State

  @usableFromInline var waiting = Ring<Item>()
  /// The messages that pass locks; they come before those in `waiting`.
  @usableFromInline var passing = Ring<Entry>()
  /// The messages that came together and have begun to be taken; none when `next` is its end.
  @usableFromInline var batch: ArraySlice<Message> = []
  @usableFromInline var next = 0
  @usableFromInline var batchCause: Cause?

  /// How many messages wait.
  @inlinable public var waitingCount: Int { count &+ passing.count }
  /// How many of them are ordinary.
  @usableFromInline var count = 0

  /// A lane with nothing waiting.
  @inlinable
  public init(state: State) {
    self.state = state
  }

  /// Lets a message wait behind the others of this lane.
  ///
  /// O(1) amortised.
  @inlinable
  public mutating func enqueue(_ message: Message, cause: Cause) {
    waiting.append(.one(Entry(message: message, cause: cause)))
    count &+= 1
  }

  /// Lets messages that came together wait behind the others of this lane, in their order.
  ///
  /// O(1) amortised: they are not copied.
  @inlinable
  public mutating func enqueue(contentsOf messages: ArraySlice<Message>, cause: Cause) {
    if messages.isEmpty { return }
    waiting.append(.many(messages, cause))
    count &+= messages.count
  }

  /// Lets a message that passes locks wait behind others like it.
  ///
  /// O(1) amortised.
  @inlinable
  public mutating func enqueuePassing(_ message: Message, cause: Cause) {
    passing.append(Entry(message: message, cause: cause))
  }

  /// The message that passes and whose turn it is; nil when none waits.
  @inlinable
  public mutating func dequeuePassing() -> Entry? {
    passing.popFirst()
  }

  /// The ordinary message whose turn it is; nil when none waits.
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

  /// Takes one turn: changes the state in place and gives back what the update asks for.
  @inlinable
  public mutating func turn<Request>(
    _ message: Message, update: (inout State, Message) -> Request
  ) -> Request {
    update(&state, message)
  }

  /// The waiting messages, first to last; those that pass come first.
  ///
  /// For inspection: O(waiting).
  public var waitingMessages: [Message] {
    var messages: [Message] = []
    forEachWaiting { message, _ in messages.append(message) }
    return messages
  }

  /// Calls `body` with each waiting message and its cause, first to last; those that pass come first.
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
