extension RowTable: Sequence {
  /// An id and its row.
  public typealias Element = (id: ID, row: Row)

  /// An iterator over the ids and rows of a table, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let slots: ContiguousArray<TableStorage<ID, Row>.Slot>
    @usableFromInline var place = 0

    @_alwaysEmitIntoClient
    init(_ storage: TableStorage<ID, Row>) {
      slots = storage.slots
    }

    @_alwaysEmitIntoClient
    mutating func nextSlot() -> Int? {
      while place < slots.count {
        defer { place += 1 }
        if slots[place].row != nil { return place }
      }
      return nil
    }

    /// Returns the next id and row, or `nil` at the end.
    @_alwaysEmitIntoClient
    public mutating func next() -> Element? {
      guard let slot = nextSlot(), let row = slots[slot].row else { return nil }
      return (slots[slot].id, row)
    }
  }

  /// Returns an iterator over the ids and rows, in order; later changes of the table do not affect it.
  @_alwaysEmitIntoClient
  public func makeIterator() -> Iterator { Iterator(storage) }

  /// The number of rows.
  @_alwaysEmitIntoClient
  public var underestimatedCount: Int { count }
}

extension RowTable {
  /// The ids of a table, in order, by position.
  ///
  /// Its stamp changes only with the ids and their order: a list of ids has no work when a row changes.
  public struct IDs: RandomAccessCollection, ChangeStamped {
    @usableFromInline let storage: TableStorage<ID, Row>
    /// The stamp of the last change of the ids or of their order.
    public let changeStamp: ChangeStamp

    @_alwaysEmitIntoClient
    init(_ table: RowTable) {
      storage = table.storage
      changeStamp = table.orderStamp
    }

    /// An iterator over the ids, in order.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: RowTable.Iterator

      @_alwaysEmitIntoClient
      init(_ base: RowTable.Iterator) {
        self.base = base
      }

      /// Returns the next id, or `nil` at the end.
      @_alwaysEmitIntoClient
      public mutating func next() -> ID? { base.nextSlot().map { base.slots[$0].id } }
    }

    /// Returns an iterator over the ids.
    @_alwaysEmitIntoClient
    public func makeIterator() -> Iterator { Iterator(RowTable.Iterator(storage)) }

    /// Zero.
    @_alwaysEmitIntoClient
    public var startIndex: Int { 0 }

    /// The number of ids.
    @_alwaysEmitIntoClient
    public var endIndex: Int { storage.count }

    /// The id at this position, in 0..<count.
    ///
    /// Cost: O(log n).
    @_alwaysEmitIntoClient
    public subscript(position: Int) -> ID { storage.slots[storage.checkedSlot(at: position)].id }
  }

  /// The rows of a table, in order, by position.
  public struct Rows: RandomAccessCollection, ChangeStamped {
    @usableFromInline let storage: TableStorage<ID, Row>
    /// The stamp of the last change of the table.
    public let changeStamp: ChangeStamp

    @_alwaysEmitIntoClient
    init(_ table: RowTable) {
      storage = table.storage
      changeStamp = table.changeStamp
    }

    /// An iterator over the rows, in order.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: RowTable.Iterator

      @_alwaysEmitIntoClient
      init(_ base: RowTable.Iterator) {
        self.base = base
      }

      /// Returns the next row, or `nil` at the end.
      @_alwaysEmitIntoClient
      public mutating func next() -> Row? { base.nextSlot().flatMap { base.slots[$0].row } }
    }

    /// Returns an iterator over the rows.
    @_alwaysEmitIntoClient
    public func makeIterator() -> Iterator { Iterator(RowTable.Iterator(storage)) }

    /// Zero.
    @_alwaysEmitIntoClient
    public var startIndex: Int { 0 }

    /// The number of rows.
    @_alwaysEmitIntoClient
    public var endIndex: Int { storage.count }

    /// The row at this position, in 0..<count.
    ///
    /// Cost: O(log n).
    @_alwaysEmitIntoClient
    public subscript(position: Int) -> Row { storage.slots[storage.checkedSlot(at: position)].row! }
  }

  /// The ids, in order, by position.
  ///
  /// While this view is retained, a change of the table copies it.
  @_alwaysEmitIntoClient
  public var ids: IDs { IDs(self) }

  /// The rows, in order, by position.
  ///
  /// While this view is retained, a change of the table copies it.
  @_alwaysEmitIntoClient
  public var rows: Rows { Rows(self) }
}

extension RowTable.Iterator: Sendable where ID: Sendable, Row: Sendable {}
extension RowTable.IDs: Sendable where ID: Sendable, Row: Sendable {}
extension RowTable.Rows: Sendable where ID: Sendable, Row: Sendable {}
extension RowTable.IDs.Iterator: Sendable where ID: Sendable, Row: Sendable {}
extension RowTable.Rows.Iterator: Sendable where ID: Sendable, Row: Sendable {}

extension TableStorage {
  @_alwaysEmitIntoClient
  func checkedSlot(at position: Int) -> Int {
    precondition(
      position >= 0 && position < count,
      "There is no row at position \(position) of a table of \(count) rows; use a position in 0..<count."
    )
    return slot(at: position)
  }
}
