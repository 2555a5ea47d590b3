import CSQLite
import MillraceSQLite

/// A scan of a table row by row in the order of its key, which skips the rows that SQLite cannot read.
///
/// A damaged page makes the rows in it, or below it, unreadable. The scan searches for the next readable row
/// with increasing keys. A hole is as wide as the damage, plus at most a thousandth if it is wide.
final class TableScan {
  enum Step {
    /// The statement is at a row.
    case row(Statement)
    /// The rows from this key up to the next readable row, if any, cannot be read.
    case hole(from: Int64, reason: String)
    case end
  }

  /// The number of successive rows out of order after which the scan assumes that it reads the same pages
  /// repeatedly.
  static let patience = 10_000

  private let statement: Statement
  /// The first key that has not been read.
  private var place: Int64
  private var misplaced = 0
  private var isRunning = false

  /// Creates a scan of the rows with keys from `start` to `end`.
  ///
  /// - Parameters:
  ///   - database: The database of the table.
  ///   - table: The name of the table.
  ///   - columns: The columns to read; they follow the key, which is column 0 of the statement.
  ///   - start: The first key, at least 0.
  ///   - end: The last key.
  init(
    _ database: Database, _ table: String, _ columns: String, from start: Int64 = 0, to end: Int64 = .max
  ) throws(JournalError) {
    statement = try database.prepare(
      "SELECT rowid, \(columns) FROM \(table) WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid")
    try statement.bind(2, end)
    place = start
  }

  func next() throws(JournalError) -> Step {
    do throws(JournalError) {
      if !isRunning { try statement.bind(1, place) }
      isRunning = true
      guard try statement.step() else {
        isRunning = false
        place = .max
        return .end
      }
    } catch {
      isRunning = false
      guard let reason = Self.damage(error) else { throw error }
      return try skip(reason)
    }
    let key = statement.int64(0)
    if key >= place {
      misplaced = 0
      place = key == .max ? .max : key + 1
      return .row(statement)
    }
    misplaced += 1
    if misplaced < Self.patience { return .row(statement) }
    statement.reset()
    isRunning = false
    return try skip("its rows are out of order")
  }

  /// Releases SQLite's copy of the row; the scan still continues after it.
  func release() {
    statement.reset()
    isRunning = false
  }

  /// Moves back to a key, after keys that were damaged themselves.
  func goBack(to key: Int64) {
    place = key
  }

  private func skip(_ reason: String) throws(JournalError) -> Step {
    misplaced = 0
    let start = place
    guard start < .max else { return .end }
    var failed = place
    var found: Int64?
    while found == nil, failed < .max {
      let next = failed.addingReportingOverflow(max(1, (failed - start) / 1024))
      let key = next.overflow ? .max : next.partialValue
      if try canRead(key) { found = key } else { failed = key }
    }
    guard var found else {
      place = .max
      return .hole(from: start, reason: reason)
    }
    while found - failed > 1 {
      let middle = failed + (found - failed) / 2
      if try canRead(middle) { found = middle } else { failed = middle }
    }
    place = found
    return .hole(from: start, reason: reason)
  }

  private func canRead(_ key: Int64) throws(JournalError) -> Bool {
    do throws(JournalError) {
      try statement.bind(1, key)
      if try statement.step() { statement.reset() }
      return true
    } catch {
      if Self.damage(error) == nil { throw error }
      return false
    }
  }

  /// Returns the reason of an error that indicates a damaged file; nil for any other error.
  static func damage(_ error: JournalError) -> String? {
    guard case .database(_, _, let reason, let code) = error else { return nil }
    return [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR].contains(code & 0xFF) ? reason : nil
  }
}
