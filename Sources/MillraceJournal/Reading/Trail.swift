/// The position of a follower in a journal.
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

  /// Returns the next batch of turns; empty when there are none yet.
  func look() throws(JournalError) -> [JournalTurn] {
    guard let range = rest else { return [] }
    if connection.database.isFrozen { try reopen() }
    // The version is read before the turns. A commit in between is seen now, and at worst causes one vain
    // check later. In the other order it would be missed.
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

  /// Opens the journal again: a connection without a log sees the file as of its opening.
  private func reopen() throws(JournalError) {
    connection = JournalReader.Connection(database: try JournalReader.open(path))
    dataVersion = try connection.database.prepare("PRAGMA data_version")
    seen = nil
  }
}
