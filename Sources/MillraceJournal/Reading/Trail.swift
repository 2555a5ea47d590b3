/// How far a follower has come.
final class Trail {
  private let path: String
  private var connection: JournalReader.Connection
  private var dataVersion: Statement
  private var seen: Int64?
  private var removed: UInt64?
  private var isMoreThere = false
  private var rest: ClosedRange<UInt64>?

  init(path: String, from start: UInt64) throws(JournalError) {
    self.path = path
    rest = start...UInt64.max
    connection = JournalReader.Connection(database: try JournalReader.open(path))
    dataVersion = try connection.database.prepare("PRAGMA data_version")
  }

  /// The next turns, as many as are read at once; none when there are none yet.
  func look() throws(JournalError) -> [JournalTurn] {
    guard let range = rest else { return [] }
    if connection.database.isFrozen { try reopen() }
    // The version is read first: what is committed between this and the reading of the turns is seen, and the
    // next look finds another version and looks in vain, which does no harm. The other way round it would be
    // missed.
    let version = try version()
    if version == seen && !isMoreThere { return [] }
    let query = TurnQuery(range: range)
    let (turns, isEnd) = try query.run(&connection, path: path, removed: &removed)
    seen = version
    isMoreThere = !isEnd
    if let last = turns.last { rest = query.rest(after: last.sequence) }
    return turns
  }

  private func version() throws(JournalError) -> Int64 {
    guard try dataVersion.step() else { return 0 }
    defer { dataVersion.reset() }
    return dataVersion.int64(0)
  }

  /// A file that is read without a log is seen as it was when it was opened.
  private func reopen() throws(JournalError) {
    connection = JournalReader.Connection(database: try JournalReader.open(path))
    dataVersion = try connection.database.prepare("PRAGMA data_version")
    seen = nil
  }
}
