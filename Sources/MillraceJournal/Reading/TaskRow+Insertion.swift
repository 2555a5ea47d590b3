extension TaskRow {
  static let insertion = """
    INSERT INTO tasks(key, store, type, request, asked, time, status, attempts, ended, sum)
    VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """

  /// Binds the row and its checksum to an ``insertion`` statement.
  func bind(to statement: Statement, _ sums: inout RowSum) throws(JournalError) {
    try statement.bind(1, key)
    try statement.bind(2, store)
    try statement.bind(3, type)
    try statement.bind(4, request)
    try statement.bind(5, asked)
    try statement.bind(6, time)
    try statement.bind(7, status)
    try statement.bind(8, attempts)
    try statement.bind(9, ended)
    try statement.bind(10, Int64(bitPattern: sum(&sums)))
  }
}
