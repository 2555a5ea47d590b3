import MillraceSQLite

/// A row of a table, whose columns are written once: in ``columns(_:)``.
///
/// The texts of statements, binding, reading, checksums and the limits of an import all follow from that
/// list. A new column is one more line in it, and a migration that adds it to the table.
protocol TableRow {
  /// The name of the table.
  static var table: String { get }

  /// Creates a row of empty columns.
  init()

  /// Gives each column to a visitor, with its name, in the order in which checksums contain them.
  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// An operation on each column of a row: it reads or replaces the value.
protocol ColumnVisitor {
  associatedtype Failure: Error

  /// Visits a number; `absent` stands for NULL in checksums.
  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) throws(Failure)
  mutating func text(_ name: StaticString, _ value: inout String) throws(Failure)
  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes?) throws(Failure)
  /// Visits the checksum of the row, which it does not contain itself.
  mutating func sum(_ value: inout UInt64) throws(Failure)
}

extension ColumnVisitor {
  @inline(__always)
  mutating func number(_ name: StaticString, _ value: inout Int64?) throws(Failure) {
    try number(name, &value, absent: 0)
  }

  @inline(__always)
  mutating func number(_ name: StaticString, _ value: inout Int64) throws(Failure) {
    var number: Int64? = value
    try self.number(name, &number, absent: 0)
    value = number ?? 0
  }

  @inline(__always)
  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes) throws(Failure) {
    var bytes: Bytes? = value
    try self.bytes(name, &bytes)
    value = bytes ?? Bytes(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

/// The bytes of a column: copied into an array, or still those of SQLite or of an encoder.
protocol ColumnBytes {
  /// The array that holds the bytes; nil if they are borrowed.
  var array: [UInt8]? { get }

  init(_ bytes: UnsafeRawBufferPointer)

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension [UInt8]: ColumnBytes {
  var array: [UInt8]? { self }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension UnsafeRawBufferPointer: ColumnBytes {
  var array: [UInt8]? { nil }

  init(_ bytes: UnsafeRawBufferPointer) { self = bytes }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(self)
  }
}

// MARK: - Texts of statements

extension TableRow {
  /// The names of the columns, for a query whose rows ``init(_:from:)`` reads.
  static var columns: String { columnNames.joined(separator: ", ") }

  static var columnNames: [String] {
    var names = ColumnNames()
    var row = Self()
    row.columns(&names)
    return names.names
  }

  /// The parameters of all columns, from `?1` on.
  static var parameters: String { columnNames.indices.map { "?\($0 + 1)" }.joined(separator: ", ") }
}

private struct ColumnNames: ColumnVisitor {
  private(set) var names: [String] = []

  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) { names.append("\(name)") }
  mutating func text(_ name: StaticString, _ value: inout String) { names.append("\(name)") }
  mutating func bytes<Bytes>(_ name: StaticString, _ value: inout Bytes?) { names.append("\(name)") }
  mutating func sum(_ value: inout UInt64) { names.append("sum") }
}

// MARK: - Reading

extension TableRow {
  /// Reads the row at which a statement is, whose columns begin with `column`.
  init(_ statement: Statement, from column: Int32 = 0) {
    self.init()
    var reading = ColumnReading(statement: statement, column: column)
    columns(&reading)
  }
}

private struct ColumnReading: ColumnVisitor {
  let statement: Statement
  var column: Int32

  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) {
    let number = statement.int64(column)
    value = number == 0 && statement.isNull(column) ? nil : number
    column += 1
  }

  mutating func text(_ name: StaticString, _ value: inout String) {
    value = statement.text(column)
    column += 1
  }

  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes?) {
    value = statement.isNull(column) ? nil : Bytes(statement.bytes(column))
    column += 1
  }

  mutating func sum(_ value: inout UInt64) {
    value = UInt64(bitPattern: statement.int64(column))
    column += 1
  }
}

extension Database {
  /// Reads rows of a table; `rest` is the end of the query, with the value of `?1`.
  func each<Row: TableRow>(
    _ type: Row.Type = Row.self, _ rest: String = "", _ value: (any Bindable)? = nil,
    body: (Row) throws(JournalError) -> Void
  ) throws(JournalError) {
    let statement = try prepare("SELECT \(Row.columns) FROM \(Row.table) \(rest)")
    try statement.bind(value, nil)
    while try statement.step() { try body(Row(statement)) }
  }

  func rows<Row: TableRow>(of type: Row.Type = Row.self, _ rest: String = "") throws(JournalError) -> [Row] {
    var rows: [Row] = []
    try each(Row.self, rest) { rows.append($0) }
    return rows
  }
}

// MARK: - Sizes

extension TableRow {
  /// The number of bytes in columns of bytes.
  var byteCount: Int { size.bytes }

  /// The number of bytes that the row's checksum covers, and of those in columns of bytes.
  var size: (all: Int, bytes: Int) {
    var size = ColumnSizes()
    var row = self
    row.columns(&size)
    return (size.all, size.bytes)
  }
}

private struct ColumnSizes: ColumnVisitor {
  private(set) var all = 0
  private(set) var bytes = 0

  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) { all += 8 }
  mutating func text(_ name: StaticString, _ value: inout String) { all += 8 + value.utf8.count }

  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes?) {
    let count = value?.withBytes { $0.count } ?? 0
    all += 8 + count
    bytes += count
  }

  mutating func sum(_ value: inout UInt64) {}
}
