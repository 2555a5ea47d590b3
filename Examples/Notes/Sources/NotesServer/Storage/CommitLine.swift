/// The requests that wait for the disk: a pure value that decides when to write, and which requests may be
/// answered then.
///
/// During one write, all new requests wait for the next; so many concurrent requests need few writes.
struct CommitLine<Waiter> {
  /// The number of the last change on disk.
  private(set) var durable: Int
  /// The number of the last change.
  private(set) var last: Int
  private var waiting: [(sequence: Int, waiter: Waiter)] = []
  /// The last change when the current write began.
  private var target: Int?

  init(durable: Int) {
    self.durable = durable
    last = durable
  }

  mutating func changed(to sequence: Int) { last = max(last, sequence) }

  /// Adds a request that waits until a change is on disk.
  mutating func wait(for sequence: Int, _ waiter: Waiter) { waiting.append((sequence, waiter)) }

  /// True when a write is needed, and none is under way.
  var isBehind: Bool { target == nil && last > durable }

  /// Begins a write; returns false when none is needed, or one is under way.
  mutating func begin() -> Bool {
    guard isBehind else { return false }
    target = last
    return true
  }

  /// Ends the write; returns the requests to answer.
  mutating func done() -> [Waiter] {
    durable = max(durable, target ?? durable)
    target = nil
    return take(through: durable)
  }

  /// Ends the write with a failure; returns the requests that waited for it.
  mutating func failed() -> [Waiter] {
    let hoped = target ?? last
    target = nil
    return take(through: hoped)
  }

  private mutating func take(through sequence: Int) -> [Waiter] {
    let over = waiting.filter { $0.sequence <= sequence }.map(\.waiter)
    waiting.removeAll { $0.sequence <= sequence }
    return over
  }
}
