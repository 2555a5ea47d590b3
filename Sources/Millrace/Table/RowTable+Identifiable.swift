/// Rows that carry their own id. The id of a row that stands in a table must stay as it is: the table keeps
/// the row under the id it had when it was put in.
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

  /// Creates a table of these rows, in their order; those with the same id are joined, at the position of the
  /// first, by `join`, which is given the earlier row and the later one.
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

  /// Puts the row last.
  ///
  /// If there is a row with its id it is replaced, moved, and returned.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func append(_ row: Row) -> Row? { append(row, id: row.id) }

  /// Puts the row at this position.
  ///
  /// If there is a row with its id it is replaced, moved, and returned; see ``insert(_:id:at:)`` for the
  /// position and the cost.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func insert(_ row: Row, at position: Int) -> Row? { insert(row, id: row.id, at: position) }

  /// Puts the row in the place of the one with its id, which is returned, or last if there is none.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func upsert(_ row: Row) -> Row? {
    let replaced = self[row.id]
    self[row.id] = row
    return replaced
  }
}
