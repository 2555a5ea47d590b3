/// The connections, since when each owes something, and how many come from one address.
///
/// The library sees that nothing comes for a while. A client that sends a byte now and then is seen here.
struct ConnectionBook<Connection: Hashable, Address: Hashable> {
  /// The next thing that a connection does.
  enum Duty: Hashable {
    /// It sends the line and the headers of a request, since this second.
    case head(since: Int)
    /// It sends a body, since one second, and has sent the last of it in another.
    case body(since: Int, last: Int)
    /// It takes an answer, the last of it in this second.
    case answer(last: Int)
    /// Nothing: it waits for the server.
    case none
  }

  private struct Entry {
    var duty: Duty
    let address: Address
  }

  private var entries: [Connection: Entry] = [:]
  private var counts: [Address: Int] = [:]
  private let limits: Limits
  /// The second of now, which the daemon moves.
  private(set) var now = 0
  private var lastLook = 0

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// A Boolean value that indicates whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// The reason not to serve a connection, beside others or beside those of its address; nil when it is served.
  func crowding(of connection: Connection) -> Refusal? {
    if entries.count > limits.connections { return .crowded(limit: limits.connections) }
    guard let address = entries[connection]?.address,
      counts[address, default: 0] > limits.connectionsPerAddress
    else { return nil }
    return .crowdedAddress(limit: limits.connectionsPerAddress)
  }

  /// Notes a new connection.
  ///
  /// - Returns: Whether it is listened to. An address with far too many connections is not even told so.
  mutating func opened(_ connection: Connection, from address: Address) -> Bool {
    entries[connection] = Entry(duty: .head(since: now), address: address)
    counts[address, default: 0] += 1
    return counts[address, default: 0] <= limits.connectionsPerAddress + Limits.refusedPerAddress
  }

  /// Notes that a connection does this from now on.
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

  /// Forgets a connection.
  mutating func closed(_ connection: Connection) {
    guard let entry = entries.removeValue(forKey: connection) else { return }
    let rest = counts[entry.address, default: 0] - 1
    counts[entry.address] = rest > 0 ? rest : nil
  }

  /// Those whose time is over, each told once; looked for once a second.
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
