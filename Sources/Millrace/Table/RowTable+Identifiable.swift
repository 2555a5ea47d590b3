/// Rows that carry their own id.
///
/// The id of a row in a table must not change: the table keeps the row under the id with which it was added.
extension RowTable where Row: Identifiable, Row.ID == ID {
  /// Creates a table of these rows, in their order.
  ///
  /// Throws ``DuplicateRowID`` if two have the same id. O(n).
  @_alwaysEmitIntoClient
  public init(uniqueRows rows: some Sequence<Row>) throws(DuplicateRowID) {
    self.init()
    reserveCapacity(rows.underestimatedCount)
    for row in rows { try appendUnique(row, id: row.id) }
  }

  /// Creates a table of these rows, in their order; `join` combines rows with the same id.
  ///
  /// It receives the earlier row and the later one, and its result has the position of the first.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ rows: some Sequence<Row>, uniquingIDsWith join: (Row, Row) throws(Failure) -> Row
  ) throws(Failure) {
    self.init()
    reserveCapacity(rows.underestimatedCount)
    for row in rows { try appendJoining(row, id: row.id, join) }
  }

  /// Appends the row.
  ///
  /// An existing row with its id is replaced, moved, and returned.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func append(_ row: Row) -> Row? { append(row, id: row.id) }

  /// Inserts the row at this position.
  ///
  /// An existing row with its id is replaced, moved, and returned; see ``insert(_:id:at:)`` for the position
  /// and the cost.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? { insert(row, id: row.id, at: position) }

  /// Replaces the row with its id and returns the old one, or appends the row if there is none.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func upsert(_ row: Row) -> Row? {
    let replaced = self[row.id]
    self[row.id] = row
    return replaced
  }
}
