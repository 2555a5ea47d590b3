import Millrace
import MillraceSQLite

/// An iterator over the rows of turns that verifies their checksums.
struct TurnScan {
  private let path: String
  private let database: Database
  private let rows: Statement
  private var sums = RowSum()
  private var sum: UInt64

  /// The last requested turn; the row after it is read too, because its number may be damaged.
  private let through: UInt64

  /// The current row, whose bytes are SQLite's until the next one.
  private var row = TurnView()

  init(_ path: String, _ database: Database, after: UInt64, through: UInt64) throws(JournalError) {
    self.path = path
    self.database = database
    // Begins one row early: a search by a damaged number may end at the wrong row, which only the row before
    // it reveals.
    let before = try database.first(
      "SELECT sequence, sum FROM turns WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1 OFFSET 1",
      Int64(clamping: after)
    ) { ($0.int64(0), $0.int64(1)) }
    let base = before == nil ? try database.metaInteger(.base) : nil
    sum = UInt64(bitPattern: before?.1 ?? base ?? 0)
    rows = try database.prepare(
      "SELECT \(TurnView.columns) FROM turns WHERE sequence > ?1 ORDER BY sequence")
    try rows.bind(1, before?.0 ?? .min)
    self.through = through
  }

  func lastSequence() throws(JournalError) -> UInt64 {
    UInt64(bitPattern: try database.integer("SELECT max(sequence) FROM turns") ?? 0)
  }

  /// Moves to the next row; returns false after the last.
  mutating func next() throws(JournalError) -> Bool {
    guard try rows.step() else { return false }
    row = TurnView(rows)
    sum = row.sum(after: sum, &sums)
    guard sum == row.sum else {
      rows.reset()
      throw .damaged(
        path: path, findings: ["turn \(sequence), or the one before it, has changed since it was written"])
    }
    if sequence <= through { return true }
    rows.reset()
    return false
  }

  var sequence: UInt64 { UInt64(bitPattern: row.sequence) }
  /// The time of the turn, in nanoseconds since 1970.
  var time: Int64 { row.time }
  var store: Int { Int(row.store) }
  var type: Int? { row.type.map { Int($0) } }
  var message: UnsafeRawBufferPointer { row.message ?? UnsafeRawBufferPointer(start: nil, count: 0) }
}
