/// A limited number of holders per place, and those that wait to become one, first come, first served: the
/// decisions of an ``AdmissionGate``, without a lock or a task.
struct AdmissionQueue<Place: Hashable & Sendable>: Sendable {
  /// The number of a waiter.
  struct WaitID: Hashable, Sendable {
    fileprivate let place: Place
    fileprivate let number: Int
  }

  private struct Line {
    var inUse = 1
    var first = 0
    var next = 0
    var waiting: Set<Int> = []
  }

  private let limit: Int
  private var lines: [Place: Line] = [:]

  /// Creates a queue with a limit per place; at least one.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Requests admission; returns an id when the caller has to wait, nil when it is admitted.
  mutating func enter(_ place: Place) -> WaitID? {
    guard var line = lines[place] else {
      lines[place] = Line()
      return nil
    }
    if line.inUse < limit {
      lines[place]?.inUse += 1
      return nil
    }
    let number = line.next
    line.next += 1
    line.waiting.insert(number)
    lines[place] = line
    return WaitID(place: place, number: number)
  }

  /// Gives an admission back; returns the id of the waiter that has it now.
  mutating func leave(_ place: Place) -> WaitID? {
    guard var line = lines[place] else { return nil }
    while line.first < line.next {
      let number = line.first
      line.first += 1
      if line.waiting.remove(number) != nil {
        lines[place] = line
        return WaitID(place: place, number: number)
      }
    }
    line.inUse -= 1
    lines[place] = line.inUse > 0 ? line : nil
    return nil
  }

  /// Stops waiting.
  mutating func giveUp(_ waitID: WaitID) {
    lines[waitID.place]?.waiting.remove(waitID.number)
  }
}
