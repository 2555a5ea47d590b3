import CSQLite

/// Reads a table row by row in the order of its key, and steps over what SQLite cannot read.
///
/// A damaged page takes the rows in it, or below it, with it. Where the next readable row is, is found by
/// asking for ever greater keys; so a hole is as wide as the damage, but for one part in a thousand at most
/// where it is wide.
final class TableScan {
  enum Step {
    /// The statement stands on a row.
    case row(Statement)
    /// Nothing can be read from this key on to the row that comes next, if one comes.
    case hole(from: Int64, reason: String)
    case end
  }

  /// So many rows in a row may be out of place before they are taken for pages that are read over and over.
  static let patience = 10_000

  private let statement: Statement
  /// The key from which on nothing has been read.
  private var place: Int64
  private var misplaced = 0
  private var isRunning = false

  /// A scan of the rows whose keys are not below `start`.
  ///
  /// - Parameters:
  ///   - database: Where the table is.
  ///   - table: Its name.
  ///   - columns: What is read, the key first.
  ///   - key: The name of the key, an integer.
  ///   - start: The first key, from 0.
  ///   - end: The last key.
  init(
    _ database: Database, _ table: String, _ columns: String, key: String, from start: Int64 = 0,
    to end: Int64 = .max
  ) throws(JournalError) {
    statement = try database.prepare(
      "SELECT \(columns) FROM \(table) WHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)")
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
    return try skip("its rows are in no order")
  }

  /// Releases SQLite's copy of the row; the scan goes on behind it all the same.
  func letGo() {
    statement.reset()
    isRunning = false
  }

  /// Goes back to a key: the ones that came after it were no keys.
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

  /// Why rows cannot be read, if it is the file that is damaged.
  static func damage(_ error: JournalError) -> String? {
    guard case .database(_, _, let reason, let code) = error else { return nil }
    return [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR].contains(code & 0xFF) ? reason : nil
  }
}
