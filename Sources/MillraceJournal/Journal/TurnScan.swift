import Millrace

/// An iterator over the rows of turns that verifies their checksums.
struct TurnScan {
  private let path: String
  private let database: Database
  private let rows: Statement
  private var sums = RowSum()
  private var sum: UInt64

  /// The last requested turn; the row after it is read too, because its number may be damaged.
  private let through: UInt64

  private(set) var sequence: UInt64 = 0

  init(_ path: String, _ database: Database, after: UInt64, through: UInt64) throws(JournalError) {
    self.path = path
    self.database = database
    // Begins one row early: a search by a damaged number may end at the wrong row, which only the row before
    // it reveals.
    let before = try database.prepare(
      "SELECT sequence, sum FROM turns WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1 OFFSET 1")
    try before.bind(1, Int64(clamping: after))
    var start = Int64.min
    if try before.step() {
      (start, sum) = (before.int64(0), UInt64(bitPattern: before.int64(1)))
      before.reset()
    } else {
      sum = UInt64(bitPattern: try database.metaInteger(.base) ?? 0)
    }
    rows = try database.prepare(
      """
      SELECT sequence, store, type, message, time, cause, source, asked, unhandled, effects, sum FROM turns
      WHERE sequence > ?1 ORDER BY sequence
      """)
    try rows.bind(1, start)
    self.through = through
  }

  func lastSequence() throws(JournalError) -> UInt64 {
    UInt64(bitPattern: try database.integer("SELECT max(sequence) FROM turns") ?? 0)
  }

  /// Moves to the next row; returns false after the last.
  mutating func next() throws(JournalError) -> Bool {
    guard try rows.step() else { return false }
    sequence = UInt64(bitPattern: rows.int64(0))
    let message = rows.optionalBytes(3)
    let effects = rows.optionalBytes(9)
    sum = sums.turn(
      after: sum, sequence: rows.int64(0), time: rows.int64(4), store: rows.int64(1), type: rows.int64(2),
      cause: rows.int64(5), source: rows.int64(6), asked: rows.int64(7), unhandled: rows.int64(8),
      message: message, effects: effects)
    guard sum == UInt64(bitPattern: rows.int64(10)) else {
      rows.reset()
      throw .damaged(
        path: path, findings: ["turn \(sequence), or the one before it, is not as it was written"])
    }
    if sequence <= through { return true }
    rows.reset()
    return false
  }

  var store: Int { Int(rows.int64(1)) }

  /// The number of the message's kind; nil when no message was recorded.
  var type: Int? {
    let type = Int(rows.int64(2))
    return type == 0 ? nil : type
  }

  /// The message, valid until the next row.
  var message: UnsafeRawBufferPointer { rows.bytes(3) }
}

extension Statement {
  /// Returns the bytes of a column; nil for NULL.
  func optionalBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    isNull(column) ? nil : bytes(column)
  }
}
