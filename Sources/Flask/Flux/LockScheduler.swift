/// Decides which of the mixes requested with a lock is made, and when.
///
/// Each of them has the bus to itself until its lock is released: one is in force at a time, the others wait,
/// in order.
struct LockScheduler {
  /// The number of the mix in force; nil while there is none.
  private var inForce: Int?
  private var waiting: [Int] = []
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }

  /// Adds a requested mix; returns the one to make now.
  mutating func enter(_ number: Int) -> Int? {
    waiting.append(number)
    return next()
  }

  /// Records that the lock of a mix was released, or that it is made without one; returns the one to make
  /// now.
  ///
  /// If a lock is released before its mix was made, the mix keeps its place.
  mutating func ended(_ number: Int) -> Int? {
    guard inForce == number else { return nil }
    inForce = nil
    return next()
  }

  mutating func dropWaiting() {
    waiting = []
  }

  private mutating func next() -> Int? {
    guard inForce == nil, !waiting.isEmpty else { return nil }
    inForce = waiting.removeFirst()
    return inForce
  }
}
