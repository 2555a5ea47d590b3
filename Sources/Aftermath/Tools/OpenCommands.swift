/// The unanswered commands and the times of their starts; the oldest of each type first.
struct OpenCommands: Sendable {
  typealias Serial = UInt64

  private struct Open: Sendable {
    let serial: Serial
    let start: Duration
  }

  private let limit: Duration
  private var open: [ObjectIdentifier: [Open]] = [:]
  private var lastSerial: Serial = 0

  /// - Parameter limit: The maximum time to wait for an answer.
  init(limit: Duration) {
    self.limit = limit
  }

  mutating func begin(_ command: any AnyCommand.Type, at now: Duration) -> Serial {
    lastSerial += 1
    open[ObjectIdentifier(command), default: []].append(Open(serial: lastSerial, start: now))
    return lastSerial
  }

  /// Removes a command that will not be answered.
  mutating func withdraw(_ serial: Serial, of command: any AnyCommand.Type) {
    let key = ObjectIdentifier(command)
    // Searched from the end, because it has only just begun.
    if let index = open[key]?.lastIndex(where: { $0.serial == serial }) { open[key]?.remove(at: index) }
  }

  /// Removes the oldest command of a type, and returns its time, or nil if none is open.
  mutating func answer(_ command: any AnyCommand.Type, at now: Duration) -> Duration? {
    let key = ObjectIdentifier(command)
    guard let oldest = open[key]?.first else { return nil }
    open[key]?.removeFirst()
    // Two threads may arrive here in another order than they read the clock.
    return max(.zero, now - oldest.start)
  }

  /// Removes the commands of a type that are older than the limit, and returns their number.
  mutating func expire(_ command: any AnyCommand.Type, at now: Duration) -> Int {
    let key = ObjectIdentifier(command)
    let count = open[key]?.prefix { now - $0.start > limit }.count ?? 0
    if count > 0 { open[key]?.removeFirst(count) }
    return count
  }
}
