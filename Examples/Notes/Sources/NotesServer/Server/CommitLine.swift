/// Who waits for the disk: a pure value that says when it is to be written, and who may be answered then.
///
/// While one writing is under way, everybody who comes waits for the next; so many who write at once are answered
/// after few writings.
struct CommitLine<Waiter> {
  /// The number of the last change that is on disk.
  private(set) var durable: Int
  /// The number of the last change there is.
  private(set) var last: Int
  private var waiting: [(sequence: Int, waiter: Waiter)] = []
  /// The last change when the writing under way was begun.
  private var target: Int?

  init(durable: Int) {
    self.durable = durable
    last = durable
  }

  /// There is a change.
  mutating func changed(to sequence: Int) { last = max(last, sequence) }

  /// Somebody waits until a change is on disk.
  mutating func wait(for sequence: Int, _ waiter: Waiter) { waiting.append((sequence, waiter)) }

  /// Whether a writing is needed, and none is under way.
  var isBehind: Bool { target == nil && last > durable }

  /// Begins a writing; false when none is needed, or one is under way.
  mutating func begin() -> Bool {
    guard isBehind else { return false }
    target = last
    return true
  }

  /// The writing is done: these may be answered.
  mutating func done() -> [Waiter] {
    durable = max(durable, target ?? durable)
    target = nil
    return take(through: durable)
  }

  /// The writing has failed: these have waited for it.
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
