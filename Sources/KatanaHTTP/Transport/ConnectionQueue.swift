/// A limited number of connections per host, and the requests that wait for one, first come, first served:
/// the decisions of a ``ConnectionGate``, without a lock or a task.
struct ConnectionQueue<Place: Hashable & Sendable>: Sendable {
  /// The number of a waiting request.
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

  /// Creates a queue with a limit per host; at least one.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Requests a connection; returns an id when the request has to wait, nil when it may go on.
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

  /// Gives a connection back; returns the id of the request that has it now.
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
