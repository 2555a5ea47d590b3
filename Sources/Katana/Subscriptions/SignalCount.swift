/// The number of listeners per signal: the first takes the signal over, the last gives it back.
struct SignalCount {
  private var listeners: [Int32: Int] = [:]

  /// Adds a listener; returns whether it is the first.
  mutating func add(_ signal: Int32) -> Bool {
    listeners[signal, default: 0] += 1
    return listeners[signal] == 1
  }

  /// Removes a listener; returns whether it was the last.
  mutating func remove(_ signal: Int32) -> Bool {
    guard let count = listeners[signal] else { return false }
    listeners[signal] = count == 1 ? nil : count - 1
    return count == 1
  }
}
