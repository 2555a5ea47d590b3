/// A row of the turns in the database.
struct TurnRow: Hashable, Sendable {
  var sequence: Int64
  var time: Int64
  var store: Int64
  var type: Int64?
  var message: [UInt8]?
  var cause: Int64
  var source: Int64?
  var asked: Int64?
  var unhandled: Int64?
  var effects: [UInt8]?
  var sum: UInt64 = 0

  static let columns =
    "sequence, time, store, type, message, cause, source, asked, unhandled, effects, sum"

  /// Returns the checksum that the row should have after the previous row's.
  func sum(after seed: UInt64, _ sums: inout RowSum) -> UInt64 {
    Self.withBytes(message) { message in
      Self.withBytes(effects) { effects in
        sums.turn(
          after: seed, sequence: sequence, time: time, store: store, type: type ?? 0, cause: cause,
          source: source ?? 0, asked: asked ?? 0, unhandled: unhandled ?? 0, message: message,
          effects: effects)
      }
    }
  }

  private static func withBytes<Result>(
    _ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    if let bytes { bytes.withUnsafeBytes { body($0) } } else { body(nil) }
  }
}

/// A row of the events between turns.
struct EventRow: Hashable, Sendable {
  var number: Int64
  var after: Int64
  var time: Int64
  var store: Int64
  var event: [UInt8]
  var sum: UInt64 = 0

  static let columns = "number, after, time, store, event, sum"

  /// Returns the checksum that the row should have after the previous row's.
  func sum(after seed: UInt64, _ sums: inout RowSum) -> UInt64 {
    event.withUnsafeBytes {
      sums.event(after: seed, number: number, turn: after, time: time, store: store, event: $0)
    }
  }
}

/// A row of the snapshots.
struct SnapshotRow: Hashable, Sendable {
  var id: Int64 = 0
  var sequence: Int64
  var store: Int64
  var type: Int64
  var time: Int64
  var state: [UInt8]
  var sum: UInt64 = 0

  static let columns = "id, sequence, store, type, time, state, sum"

  func sum(_ sums: inout RowSum) -> UInt64 {
    state.withUnsafeBytes {
      sums.snapshot(sequence: sequence, store: store, type: type, time: time, state: $0)
    }
  }
}

/// A row of the durable effects.
struct TaskRow: Hashable, Sendable {
  var key: String
  var store: Int64
  var type: Int64
  var request: [UInt8]
  var asked: Int64
  var time: Int64
  var status: Int64
  var attempts: Int64
  var ended: Int64?
  var sum: UInt64 = 0

  static let columns = "rowid, key, store, type, request, asked, time, status, attempts, ended, sum"

  func sum(_ sums: inout RowSum) -> UInt64 {
    var key = key
    return key.withUTF8 { key in
      request.withUnsafeBytes { request in
        sums.task(
          key: UnsafeRawBufferPointer(key), store: store, type: type, request: request, asked: asked,
          time: time,
          status: status, attempts: attempts, ended: ended)
      }
    }
  }
}

/// A row of the gaps.
struct GapRow: Hashable, Sendable {
  var after: Int64
  var until: Int64
  var reason: String

  static let columns = "after, until, reason"
}

// MARK: - From the database

extension Statement {
  fileprivate func optional(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }
  fileprivate func array(_ column: Int32) -> [UInt8] { [UInt8](bytes(column)) }
  fileprivate func sum(_ column: Int32) -> UInt64 { UInt64(bitPattern: int64(column)) }
}

extension TurnRow {
  init(_ row: Statement) {
    self.init(
      sequence: row.int64(0), time: row.int64(1), store: row.int64(2), type: row.optional(3),
      message: row.isNull(4) ? nil : row.array(4), cause: row.int64(5), source: row.optional(6),
      asked: row.optional(7), unhandled: row.optional(8), effects: row.isNull(9) ? nil : row.array(9),
      sum: row.sum(10))
  }
}

extension EventRow {
  init(_ row: Statement) {
    self.init(
      number: row.int64(0), after: row.int64(1), time: row.int64(2), store: row.int64(3),
      event: row.array(4), sum: row.sum(5))
  }
}

extension SnapshotRow {
  init(_ row: Statement) {
    self.init(
      id: row.int64(0), sequence: row.int64(1), store: row.int64(2), type: row.int64(3), time: row.int64(4),
      state: row.array(5), sum: row.sum(6))
  }
}

extension TaskRow {
  init(_ row: Statement) {
    self.init(
      key: row.text(1), store: row.int64(2), type: row.int64(3), request: row.array(4), asked: row.int64(5),
      time: row.int64(6), status: row.int64(7), attempts: row.int64(8), ended: row.optional(9),
      sum: row.sum(10))
  }
}

extension GapRow {
  init(_ row: Statement) {
    self.init(after: row.int64(0), until: row.int64(1), reason: row.text(2))
  }
}

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
