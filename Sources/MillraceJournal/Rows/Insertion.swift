import MillraceSQLite

/// A statement that writes rows of one table.
///
/// Its parameters keep their numbers from row to row, so that only those that differ are bound again. Bytes
/// are not copied.
struct Insertion<Row: TableRow>: ColumnVisitor {
  private let statement: Statement
  private var parameter: Int32 = 0
  /// The numbers currently bound, by parameter, once a row was written.
  private var bound: [Int64?]
  private var isBound = false
  /// The arrays to bind while SQLite writes the row.
  private var arrays: [(parameter: Int32, bytes: [UInt8])] = []

  /// Prepares `INSERT INTO`, or another statement.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - isReplacing: True to replace the row with the same key.
  ///   - rest: The end of the statement, for a row whose key exists.
  init(
    into database: Database, isReplacing: Bool = false, _ rest: String = ""
  ) throws(JournalError) {
    try self.init(
      database,
      "INSERT \(isReplacing ? "OR REPLACE " : "")INTO \(Row.table)(\(Row.columns)) VALUES(\(Row.parameters)) \(rest)"
    )
  }

  /// Prepares an update of the row whose first column is the given row's.
  init(updating database: Database) throws(JournalError) {
    try self.init(
      database,
      "UPDATE \(Row.table) SET (\(Row.columns)) = (\(Row.parameters)) WHERE \(Row.columnNames[0]) = ?1")
  }

  private init(_ database: Database, _ sql: String) throws(JournalError) {
    statement = try database.prepare(sql)
    bound = Row.columnNames.map { _ in nil }
  }

  mutating func run(_ row: Row) throws(JournalError) {
    var row = row
    parameter = 0
    defer { arrays.removeAll(keepingCapacity: true) }
    try row.columns(&self)
    isBound = true
    try step(binding: arrays[...])
  }

  private func step(
    binding arrays: ArraySlice<(parameter: Int32, bytes: [UInt8])>
  ) throws(JournalError) {
    guard let (parameter, bytes) = arrays.first else { return try statement.run() }
    try bytes.withBytes { bytes throws(JournalError) in
      try statement.bind(parameter, static: bytes)
      try step(binding: arrays.dropFirst())
    }
  }

  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) throws(JournalError) {
    parameter += 1
    let place = Int(parameter - 1)
    if isBound, bound[place] == value { return }
    try statement.bind(parameter, value)
    bound[place] = value
  }

  mutating func text(_ name: StaticString, _ value: inout String) throws(JournalError) {
    parameter += 1
    try statement.bind(parameter, value)
  }

  mutating func bytes<Bytes: ColumnBytes>(
    _ name: StaticString, _ value: inout Bytes?
  ) throws(JournalError) {
    parameter += 1
    guard let value else { return try statement.bindNull(parameter) }
    if let array = value.array {
      arrays.append((parameter, array))
    } else {
      try value.withBytes { bytes throws(JournalError) in try statement.bind(parameter, static: bytes) }
    }
  }

  mutating func sum(_ value: inout UInt64) throws(JournalError) {
    parameter += 1
    try statement.bind(parameter, Int64(bitPattern: value))
  }
}
