import CSQLite

extension SQLiteDatabase {
  /// Returns the number in the first column of the first row; nil when there is none.
  package func integer(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil
  ) throws(Failure) -> Int64? {
    try first(sql, one, two) { $0.isNull(0) ? nil : $0.int64(0) } ?? nil
  }

  /// Returns the text in the first column of the first row; nil when there is none.
  package func text(_ sql: String, doing: String = "be read") throws(Failure) -> String? {
    try first(sql, doing: doing) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
  }

  /// Returns the texts in the first column of all rows.
  package func texts(_ sql: String) throws(Failure) -> [String] {
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
  package func first<Result>(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil, doing: String? = nil,
    read: (SQLiteStatement<Failure>) -> Result
  ) throws(Failure) -> Result? {
    let statement = try prepare(sql, doing: doing)
    try statement.bind(one, two)
    return try statement.step() ? read(statement) : nil
  }

  /// Runs a statement without results, and returns the number of rows that it inserted, changed or deleted.
  @discardableResult
  package func run(
    _ sql: String, _ one: (any Bindable)? = nil, _ two: (any Bindable)? = nil
  ) throws(Failure) -> Int {
    _ = try first(sql, one, two) { _ in }
    return Int(changes)
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  package var changes: Int64 { isOpen ? sqlite3_changes64(handle) : 0 }

  package var lastRow: Int64 { isOpen ? sqlite3_last_insert_rowid(handle) : 0 }
}

/// A value of a statement.
package protocol Bindable {
  func bind<Failure>(to statement: SQLiteStatement<Failure>, _ index: Int32) throws(Failure)
}

extension Int64: Bindable {
  package func bind<Failure>(to statement: SQLiteStatement<Failure>, _ index: Int32) throws(Failure) {
    try statement.bind(index, self)
  }
}

extension String: Bindable {
  package func bind<Failure>(to statement: SQLiteStatement<Failure>, _ index: Int32) throws(Failure) {
    try statement.bind(index, self)
  }
}
