/// An error of creating a table from two rows with the same id.
public struct DuplicateRowID: Error, Hashable, CustomStringConvertible {
  /// The id, as text.
  public let id: String
  /// The positions of the two rows in the source of the table.
  public let positions: [Int]

  /// A sentence that says what is wrong and what to do.
  public var description: String {
    """
    Two rows have the id \(id), at positions \(positions[0]) and \(positions[1]), but a table keeps one row for each \
    id; remove one of them, or combine them with `uniquingIDsWith`.
    """
  }

  @usableFromInline
  init(id: String, positions: [Int]) {
    self.id = id
    self.positions = positions
  }
}

extension RowTable {
  /// Creates a table of these ids and rows, in their order.
  ///
  /// Throws ``DuplicateRowID`` if an id occurs twice. O(n).
  @_alwaysEmitIntoClient
  public init(uniqueIDsWithRows pairs: some Sequence<(ID, Row)>) throws(DuplicateRowID) {
    self.init()
    reserveCapacity(pairs.underestimatedCount)
    for (id, row) in pairs { try appendUnique(row, id: id) }
  }

  /// Creates a table of these ids and rows, in their order; `join` combines rows with the same id.
  ///
  /// It receives the earlier row and the later one, and its result has the position of the first.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    _ pairs: some Sequence<(ID, Row)>, uniquingIDsWith join: (Row, Row) throws(Failure) -> Row
  ) throws(Failure) {
    self.init()
    reserveCapacity(pairs.underestimatedCount)
    for (id, row) in pairs { try appendJoining(row, id: id, join) }
  }

  // MARK: Bookkeeping

  /// Appends a row of a table that is being created from others, without recording a change of the row.
  @_alwaysEmitIntoClient
  mutating func appendUnique(_ row: Row, id: ID) throws(DuplicateRowID) {
    if let earlier = storage.slot(of: id) {
      throw DuplicateRowID(id: String(reflecting: id), positions: [earlier, count])
    }
    if isEmpty { orderStamp = log.recordEverything() }
    storage.append(TableStorage.Slot(id: id, row: row, stamp: orderStamp))
  }

  @_alwaysEmitIntoClient
  mutating func appendJoining<Failure: Error>(
    _ row: Row, id: ID, _ join: (Row, Row) throws(Failure) -> Row
  ) throws(Failure) {
    if let slot = storage.slot(of: id) {
      storage.slots[slot].row = try join(storage.slots[slot].row!, row)
    } else {
      if isEmpty { orderStamp = log.recordEverything() }
      storage.append(TableStorage.Slot(id: id, row: row, stamp: orderStamp))
    }
  }
}

extension RowTable: ExpressibleByDictionaryLiteral {
  /// Creates a table of the ids and rows of a literal, which must not repeat an id.
  @_alwaysEmitIntoClient
  public init(dictionaryLiteral pairs: (ID, Row)...) {
    self.init()
    for (id, row) in pairs {
      let isNew = storage.slot(of: id) == nil
      precondition(
        isNew,
        "The literal of a table has the id \(id) twice, but a table keeps one row for each id; remove one."
      )
      if isEmpty { orderStamp = log.recordEverything() }
      storage.append(TableStorage.Slot(id: id, row: row, stamp: orderStamp))
    }
  }
}
