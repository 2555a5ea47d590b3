/// The open connections: the pending step of each with its time limit, and their number per address.
///
/// libmicrohttpd detects a silent connection. A client that sends a byte now and then is detected here.
struct ConnectionBook<Connection: Hashable, Address: Hashable> {
  /// The next step of a connection.
  enum Duty: Hashable {
    /// It sends the line and the headers of a request, since this second.
    case head(since: Int)
    /// It sends a body; `since` is the second of its beginning, `last` that of its last part.
    case body(since: Int, last: Int)
    /// It receives an answer; `last` is the second of its last part.
    case answer(last: Int)
    /// It waits for the server.
    case none
  }

  private struct Entry {
    var duty: Duty
    let address: Address
  }

  private var entries: [Connection: Entry] = [:]
  private var counts: [Address: Int] = [:]
  private let limits: Limits
  /// The current second, which the daemon sets.
  private(set) var now = 0
  private var lastLook = 0

  init(_ limits: Limits) {
    self.limits = limits
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Returns the reason to refuse a connection, because of the total number or that of its address; nil when
  /// it is served.
  func crowding(of connection: Connection) -> Refusal? {
    if entries.count > limits.connections { return .crowded(limit: limits.connections) }
    guard let address = entries[connection]?.address,
      counts[address, default: 0] > limits.connectionsPerAddress
    else { return nil }
    return .crowdedAddress(limit: limits.connectionsPerAddress)
  }

  /// Records a new connection.
  ///
  /// - Returns: False to close the connection without an answer, because its address has far too many.
  mutating func opened(_ connection: Connection, from address: Address) -> Bool {
    entries[connection] = Entry(duty: .head(since: now), address: address)
    counts[address, default: 0] += 1
    return counts[address, default: 0] <= limits.connectionsPerAddress + Limits.refusedPerAddress
  }

  /// Records that a connection begins this step.
  mutating func headCame(_ connection: Connection) { note(connection, .body(since: now, last: now)) }
  mutating func requestCame(_ connection: Connection) { note(connection, .none) }
  mutating func tookSome(_ connection: Connection) { note(connection, .answer(last: now)) }
  mutating func answered(_ connection: Connection) { note(connection, .head(since: now)) }
  mutating func bodyCame(_ connection: Connection) {
    if case .body(let since, _)? = entries[connection]?.duty {
      note(connection, .body(since: since, last: now))
    }
  }

  private mutating func note(_ connection: Connection, _ duty: Duty) {
    if entries[connection]?.duty != duty { entries[connection]?.duty = duty }
  }

  mutating func closed(_ connection: Connection) {
    guard let entry = entries.removeValue(forKey: connection) else { return }
    let rest = counts[entry.address, default: 0] - 1
    counts[entry.address] = rest > 0 ? rest : nil
  }

  /// Returns the connections whose time is over, each once; called every second.
  mutating func overdue(at second: Int) -> [Connection] {
    now = max(now, second)
    guard now > lastLook else { return [] }
    lastLook = now
    let late = entries.filter { _, entry in
      switch entry.duty {
      case .head(let since), .answer(let since): now - since > limits.silence
      case .body(let since, let last):
        now - since > limits.bodySeconds || now - last > limits.silence
      case .none: false
      }
    }.keys
    for connection in late { entries[connection]?.duty = Duty.none }
    return Array(late)
  }
}
