import CSQLite

extension Database {
  /// Returns the number in the first column of the first row; nil when there is none.
  func integer(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil
  ) throws(JournalError) -> Int64? {
    try first(sql, one, two) { $0.isNull(0) ? nil : $0.int64(0) } ?? nil
  }

  /// Returns the text in the first column of the first row; nil when there is none.
  func text(_ sql: String, doing: String = "be read") throws(JournalError) -> String? {
    try first(sql, doing: doing) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
  }

  /// Returns the texts in the first column of all rows.
  func texts(_ sql: String) throws(JournalError) -> [String] {
    let rows = try prepare(sql)
    var texts: [String] = []
    while try rows.step() { texts.append(rows.text(0)) }
    return texts
  }

  /// Returns the result of a closure for the first row of a query; nil when there is none.
  ///
  /// - Parameters:
  ///   - sql: A query.
  ///   - one: The value of `?1`, if the query has one.
  ///   - two: The value of `?2`, if the query has one.
  ///   - doing: The failed action for errors.
  ///   - read: A closure that reads the row.
  func first<Result>(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil, doing: String? = nil,
    read: (Statement) -> Result
  ) throws(JournalError) -> Result? {
    let statement = try prepare(sql, doing: doing)
    try statement.bind(one, two)
    return try statement.step() ? read(statement) : nil
  }

  /// Runs a statement without results, and returns the number of rows that it inserted, changed or deleted.
  @discardableResult
  func run(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil
  ) throws(JournalError) -> Int {
    _ = try first(sql, one, two) { _ in }
    return Int(changes)
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  var changes: Int64 { isOpen ? sqlite3_changes64(handle) : 0 }

  var lastRow: Int64 { isOpen ? sqlite3_last_insert_rowid(handle) : 0 }
}

/// A value of a statement.
protocol Bindable {
  func bind(to statement: Statement, _ index: Int32) throws(JournalError)
}

extension Int64: Bindable {
  func bind(to statement: Statement, _ index: Int32) throws(JournalError) {
    try statement.bind(index, self)
  }
}

extension String: Bindable {
  func bind(to statement: Statement, _ index: Int32) throws(JournalError) {
    try statement.bind(index, self)
  }
}
