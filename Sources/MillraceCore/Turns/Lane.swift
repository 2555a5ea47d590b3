/// One store's side of the channel: its state, and the messages that wait for their turns.
///
/// The state is changed in place: `turn` passes it to the update as `inout`. A turn therefore costs what the
/// update touches, never the size of the state.
@frozen
public struct Lane<State, Message, Mark> {
  /// A waiting message and its mark.
  @frozen
  public struct Entry {
    /// The message.
    public var message: Message
    /// The attributes that the creator of the lane keeps with a waiting message.
    public var mark: Mark

    /// Creates an entry from a message and its mark.
    @inlinable
    public init(message: Message, mark: Mark) {
      self.message = message
      self.mark = mark
    }
  }

  /// An item in line: a message, or several that arrived together and share a mark.
  @usableFromInline
  enum Item {
    case one(Entry)
    case many(ArraySlice<Message>, Mark)
  }

  /// The state after the last turn.
  public var state: State

  @usableFromInline var waiting = Ring<Item>()
  /// The messages that pass locks; they come before those in `waiting`.
  @usableFromInline var passing = Ring<Entry>()
  /// The batch that is being dequeued; empty when `next` is its end.
  @usableFromInline var batch: ArraySlice<Message> = []
  @usableFromInline var next = 0
  @usableFromInline var batchMark: Mark?

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
  public mutating func enqueue(_ message: Message, mark: Mark) {
    waiting.append(.one(Entry(message: message, mark: mark)))
    count &+= 1
  }

  /// Appends messages that arrived together behind the others of this lane, in their order.
  ///
  /// O(1) amortised: they are not copied.
  @inlinable
  public mutating func enqueue(contentsOf messages: ArraySlice<Message>, mark: Mark) {
    if messages.isEmpty { return }
    waiting.append(.many(messages, mark))
    count &+= messages.count
  }

  /// Appends a message that passes locks behind others of its kind.
  ///
  /// O(1) amortised.
  @inlinable
  public mutating func enqueuePassing(_ message: Message, mark: Mark) {
    passing.append(Entry(message: message, mark: mark))
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
      case .many(let messages, let mark):
        batch = messages
        next = messages.startIndex
        batchMark = mark
      }
    }
    guard let mark = batchMark else { return nil }
    count &-= 1
    let entry = Entry(message: batch[next], mark: mark)
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

  /// Calls `body` with the mark of each waiting message, to change it; those that arrived together share one.
  ///
  /// O(waiting).
  @_alwaysEmitIntoClient
  public mutating func updateMarks(_ body: (inout Mark) -> Void) {
    passing.updateEach { body(&$0.mark) }
    if var mark = batchMark {
      body(&mark)
      batchMark = mark
    }
    waiting.updateEach { item in
      switch item {
      case .one(var entry):
        body(&entry.mark)
        item = .one(entry)
      case .many(let messages, var mark):
        body(&mark)
        item = .many(messages, mark)
      }
    }
  }

  /// Calls `body` with each waiting message and its mark, first to last; those that pass locks come first.
  ///
  /// For inspection: O(waiting).
  public func forEachWaiting(_ body: (Message, Mark) -> Void) {
    passing.forEach { body($0.message, $0.mark) }
    if let batchMark { batch[next...].forEach { body($0, batchMark) } }
    waiting.forEach { item in
      switch item {
      case .one(let entry): body(entry.message, entry.mark)
      case .many(let messages, let mark): messages.forEach { body($0, mark) }
      }
    }
  }
}
