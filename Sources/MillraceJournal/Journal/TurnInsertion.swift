/// The statements that insert turns.
///
/// Most turns leave four columns empty. They use a statement without these, which keeps the values that
/// successive turns share bound.
struct TurnInsertion {
  /// The columns of a turn's row except its message, effects and checksum.
  struct Row {
    var sequence: Int64
    var time: Int64
    var store: Int64
    var type: Int64?
    var cause: Int64
    var source: Int64?
    var asked: Int64?
    var unhandled: Int64?
  }

  private struct Constants: Equatable {
    var store: Int64
    var type: Int64?
    var cause: Int64
  }

  private let plain: Statement
  private let full: Statement
  /// The values currently bound in `plain`.
  private var bound: Constants?

  init(_ database: Database) throws(JournalError) {
    plain = try database.prepare(
      "INSERT INTO turns(sequence, time, store, type, message, cause, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    )
    full = try database.prepare(
      """
      INSERT INTO turns(sequence, time, store, type, message, cause, sum, source, asked, unhandled, effects)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """)
  }

  /// Inserts a row without copying its bytes.
  mutating func run(
    _ row: Row, message: UnsafeRawBufferPointer?, effects: UnsafeRawBufferPointer?, sum: UInt64
  ) throws(JournalError) {
    let constants = Constants(store: row.store, type: row.type, cause: row.cause)
    let isPlain = row.source == nil && row.asked == nil && row.unhandled == nil && effects == nil
    let insert = isPlain ? plain : full
    if !isPlain || bound != constants {
      try insert.bind(3, row.store)
      try insert.bind(4, row.type)
      try insert.bind(6, row.cause)
      if isPlain { bound = constants }
    }
    try insert.bind(1, row.sequence)
    try insert.bind(2, row.time)
    if let message { try insert.bind(5, static: message) } else { try insert.bindNull(5) }
    try insert.bind(7, Int64(bitPattern: sum))
    if !isPlain {
      try insert.bind(8, row.source)
      try insert.bind(9, row.asked)
      try insert.bind(10, row.unhandled)
      if let effects { try insert.bind(11, static: effects) } else { try insert.bindNull(11) }
    }
    try insert.run()
  }
}
