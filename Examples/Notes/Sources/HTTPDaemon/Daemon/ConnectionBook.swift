/// Who is connected, and since when they owe something.
///
/// That nothing comes for a while is seen by the library. Somebody who sends a byte now and then is seen here.
struct ConnectionBook<Connection: Hashable> {
  /// What a connection is about to do.
  enum Duty: Hashable {
    /// To send the line and the headers of a request, since this second.
    case head(since: Int)
    /// To send a body, since this second.
    case body(since: Int)
    /// To be answered.
    case none
  }

  private(set) var duties: [Connection: Duty] = [:]
  private let limits: Limits
  /// The second of now; whoever keeps the book moves it.
  private(set) var now = 0
  private var lastLook = 0

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Whether there are more than are served.
  var isCrowded: Bool { duties.count > limits.connections }

  /// Notes what a connection is about to do.
  mutating func opened(_ connection: Connection) { duties[connection] = .head(since: now) }
  mutating func headCame(_ connection: Connection) { duties[connection] = .body(since: now) }
  mutating func requestCame(_ connection: Connection) { duties[connection] = Duty.none }
  mutating func answered(_ connection: Connection) { duties[connection] = .head(since: now) }
  mutating func closed(_ connection: Connection) { duties[connection] = nil }

  /// Those whose time is over, each told once; looked for once a second.
  mutating func overdue(at second: Int) -> [Connection] {
    now = second
    guard now > lastLook else { return [] }
    lastLook = now
    let late = duties.filter { _, duty in
      switch duty {
      case .head(let since): now - since > limits.silence
      case .body(let since): now - since > limits.bodySeconds
      case .none: false
      }
    }.keys
    for connection in late { duties[connection] = Duty.none }
    return Array(late)
  }
}
