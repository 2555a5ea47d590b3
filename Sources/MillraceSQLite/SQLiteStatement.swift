package import CSQLite

/// A compiled statement of a database.
///
/// Values are bound by index from 1; columns are read by index from 0. Values stay bound until they are
/// replaced.
package final class SQLiteStatement<Failure: DatabaseError> {
  package let database: SQLiteDatabase<Failure>
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let doing: String

  package init(_ handle: OpaquePointer, of database: SQLiteDatabase<Failure>, doing: String) {
    self.handle = handle
    self.database = database
    self.doing = doing
  }

  // A closed database has destroyed its statements.
  deinit { if database.isOpen { sqlite3_finalize(handle) } }

  // MARK: Values

  /// Binds the values of `?1` and `?2`, if there are any.
  @inlinable
  package func bind(_ one: (any Bindable)?, _ two: (any Bindable)?) throws(Failure) {
    try one?.bind(to: self, 1)
    try two?.bind(to: self, 2)
  }

  @inlinable
  package func bind(_ index: Int32, _ value: Int64?) throws(Failure) {
    guard let value else { return try bindNull(index) }
    try open()
    try check(sqlite3_bind_int64(handle, index, value))
  }

  @inlinable
  package func bindNull(_ index: Int32) throws(Failure) {
    try open()
    try check(sqlite3_bind_null(handle, index))
  }

  @inlinable
  package func bind(_ index: Int32, _ value: String) throws(Failure) {
    try open()
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        // A null address would bind NULL.
        guard let base = text.baseAddress, !text.isEmpty else {
          return sqlite3_bind_text(handle, index, "", 0, Self.copied)
        }
        return sqlite3_bind_text64(
          handle, index, base, UInt64(text.count), Self.copied, UInt8(SQLITE_UTF8))
      }
    }
    try check(code)
  }

  /// Binds bytes, which are copied.
  @inlinable
  package func bind(_ index: Int32, _ value: UnsafeRawBufferPointer) throws(Failure) {
    try bind(index, value, Self.copied)
  }

  @inlinable
  package func bind(_ index: Int32, _ value: [UInt8]) throws(Failure) {
    try value.withUnsafeBufferPointer { bytes throws(Failure) in
      try bind(index, UnsafeRawBufferPointer(bytes), Self.copied)
    }
  }

  /// Binds bytes without a copy: they must not change until the statement has been stepped to its end or
  /// reset.
  @inlinable
  package func bind(_ index: Int32, static value: UnsafeRawBufferPointer) throws(Failure) {
    try bind(index, value, nil)
  }

  @inlinable
  func bind(
    _ index: Int32, _ value: UnsafeRawBufferPointer, _ destructor: sqlite3_destructor_type?
  ) throws(Failure) {
    try open()
    // A null address would bind NULL.
    guard let base = value.baseAddress, !value.isEmpty else {
      return try check(sqlite3_bind_zeroblob(handle, index, 0))
    }
    try check(sqlite3_bind_blob64(handle, index, base, UInt64(value.count), destructor))
  }

  /// A marker that makes SQLite copy the bound bytes.
  @inlinable
  package static var copied: sqlite3_destructor_type {
    // Sound: this is how SQLite's header defines SQLITE_TRANSIENT; it is compared, and never called.
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Rows

  /// Moves to the next row; returns false after the last, and then the statement can be used again.
  ///
  /// It can also be used again after an error.
  @inlinable
  package func step() throws(Failure) -> Bool {
    try open()
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    let error = code == SQLITE_DONE ? nil : database.failure(code, doing: doing)
    sqlite3_reset(handle)
    if let error { throw error }
    return false
  }

  /// Runs a statement without reading rows.
  @inlinable
  package func run() throws(Failure) {
    if try step() { reset() }
  }

  /// Ends the reading of rows before the last one, which would keep the transaction open.
  @inlinable
  package func reset() {
    if database.isOpen { sqlite3_reset(handle) }
  }

  // MARK: Columns

  /// Returns the actual type of a value, independent of the table's declaration.
  @inlinable
  package func kind(_ column: Int32) -> DatabaseKind {
    guard database.isOpen else { return .null }
    return switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .float
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .bytes
    default: .null
    }
  }

  @inlinable
  package func isNull(_ column: Int32) -> Bool { kind(column) == .null }

  @inlinable
  package func int64(_ column: Int32) -> Int64 { database.isOpen ? sqlite3_column_int64(handle, column) : 0 }

  @inlinable
  package func text(_ column: Int32) -> String {
    guard database.isOpen, let text = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Returns the bytes of a column, valid until the next step, reset or close of the database; empty for
  /// NULL.
  @inlinable
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard database.isOpen, let base = sqlite3_column_blob(handle, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column)))
  }

  @inlinable
  func open() throws(Failure) {
    guard database.isOpen else { throw Failure(.closed(path: database.path)) }
  }

  @inlinable
  func check(_ code: Int32) throws(Failure) {
    guard code != SQLITE_OK else { return }
    throw database.failure(code, doing: doing)
  }
}

/// The type of a value.
package enum DatabaseKind: Hashable, Sendable {
  case integer, float, text, bytes, null
}
