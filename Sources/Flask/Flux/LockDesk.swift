/// Decides which of the mixes that were asked for with a lock is made, and when.
///
/// Each of them has the bus for itself until its lock is released: one is in force at a time, the others wait, in order.
struct LockDesk {
  /// The number of the mix in force; nil while there is none.
  private var inForce: Int?
  private var waiting: [Int] = []
  private var last = 0

  /// A number for one more.
  mutating func number() -> Int {
    last += 1
    return last
  }

  /// A mix was asked for; returns the one to make now.
  mutating func enter(_ number: Int) -> Int? {
    waiting.append(number)
    return next()
  }

  /// The lock of a mix was released, or it is made without one; returns the one to make now.
  ///
  /// A lock that is released before its mix was made leaves the mix where it waits.
  mutating func ended(_ number: Int) -> Int? {
    guard inForce == number else { return nil }
    inForce = nil
    return next()
  }

  /// Forgets the mixes that wait.
  mutating func dropWaiting() {
    waiting = []
  }

  private mutating func next() -> Int? {
    guard inForce == nil, !waiting.isEmpty else { return nil }
    inForce = waiting.removeFirst()
    return inForce
  }
}
