/// Which commands have not been answered yet, and since when; the oldest of each type first.
struct OpenCommands: Sendable {
  /// Names one command.
  typealias Serial = UInt64

  private struct Open: Sendable {
    let serial: Serial
    let start: Duration
  }

  private let limit: Duration
  private var open: [ObjectIdentifier: [Open]] = [:]
  private var lastSerial: Serial = 0

  /// - Parameter limit: The longest time that an answer is waited for.
  init(limit: Duration) {
    self.limit = limit
  }

  /// Notes that a command begins.
  mutating func begin(_ command: any AnyCommand.Type, at now: Duration) -> Serial {
    lastSerial += 1
    open[ObjectIdentifier(command), default: []].append(Open(serial: lastSerial, start: now))
    return lastSerial
  }

  /// Forgets a command that will not be answered.
  mutating func withdraw(_ serial: Serial, of command: any AnyCommand.Type) {
    let key = ObjectIdentifier(command)
    // Looked for from the end, because it has only just begun.
    if let index = open[key]?.lastIndex(where: { $0.serial == serial }) { open[key]?.remove(at: index) }
  }

  /// Takes the oldest command of a type as answered, and gives how long that took; nil when none is open.
  mutating func answer(_ command: any AnyCommand.Type, at now: Duration) -> Duration? {
    let key = ObjectIdentifier(command)
    guard let oldest = open[key]?.first else { return nil }
    open[key]?.removeFirst()
    // Two threads may come here in another order than they have read the clock in.
    return max(.zero, now - oldest.start)
  }

  /// Forgets the commands of a type that have waited for longer than the limit, and gives their number.
  mutating func expire(_ command: any AnyCommand.Type, at now: Duration) -> Int {
    let key = ObjectIdentifier(command)
    let count = open[key]?.prefix { now - $0.start > limit }.count ?? 0
    if count > 0 { open[key]?.removeFirst(count) }
    return count
  }
}
