import MillraceCore

extension RowTable {
  /// Appends the row.
  ///
  /// An existing row under this id is replaced, moved, and returned.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func append(_ row: Row, id: ID) -> Row? {
    insert(row, id: id, at: storage.slot(of: id) == nil ? count : count - 1)
  }

  /// Inserts the row at this position.
  ///
  /// An existing row under this id is replaced, moved, and returned. The position is the one the row has
  /// afterwards, in 0...count; an existing row at `count` becomes the last one. O(√n) amortised if insertions
  /// stay in one place, as at the front; O(n) for one far from the others.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func insert(_ row: Row, id: ID, at position: Int) -> Row? {
    precondition(
      position >= 0 && position <= count,
      "No row can be inserted at position \(position) in a table of \(count); use a position in 0...count."
    )
    if let slot = storage.slot(of: id) {
      if isRecording { recordUpdate(of: slot) }
      let replaced = storage.slots[slot].row
      storage.slots[slot].row = row
      noteUpdate(in: slot)
      move(id: id, to: position)
      return replaced
    }
    if isRecording { record(.inserted(id)) }
    orderStamp = log.record(.inserted, id, rows: storage.slots.count)
    storage.insert(TableStorage.Slot(id: id, row: row, stamp: orderStamp), at: position)
    return nil
  }

  /// Moves the row with this id to its new position, in 0...count; at `count` it becomes the last one.
  ///
  /// Returns true if there is such a row. A row already at that position is not moved. O(√n) amortised for
  /// moves to one place, O(n) for one far from the others.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func move(id: ID, to position: Int) -> Bool {
    guard let slot = storage.slot(of: id) else { return false }
    precondition(
      position >= 0 && position <= count,
      "No row can be moved to position \(position) in a table of \(count); use a position in 0...count."
    )
    let position = Swift.min(position, count - 1)
    guard storage.position(of: slot) != position else { return true }
    relocate([slot], to: position)
    return true
  }

  /// Moves the rows at these positions, in their order, before the row that is now at `destination`, or to
  /// the end if that is `count`.
  ///
  /// The arguments are those of a list's `onMove`. Nothing changes if they are there already. O(k·√n)
  /// amortised for k rows, and O(n).
  @_alwaysEmitIntoClient
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    precondition(
      destination >= 0 && destination <= count,
      "Rows cannot be moved to offset \(destination) of a table of \(count) rows; use an offset in 0...count."
    )
    let positions = Set(offsets).sorted()
    let slots = checkedSlots(at: positions)
    let start = destination - TableSearch.first(below: positions.count) { positions[$0] >= destination }
    guard !positions.elementsEqual(start..<start + positions.count) else { return }
    relocate(slots, to: start)
  }

  /// Sorts the rows; the sort is stable.
  ///
  /// The rows' own stamps stay. Nothing changes if the table is already sorted. If the predicate throws, all
  /// rows are kept, in some order. O(n log n).
  @_alwaysEmitIntoClient
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let order = isRecording ? willRecordOrder() : []
    if !storage.holes.isEmpty { storage.rebuild() }
    let strange = storage.strange
    defer {
      let isMoved = !strange.allSatisfy { isUnchanged(storage.slots[$0.slot].id, from: $0.id) }
      if storage.reindex() || isMoved {
        orderStamp = log.recordEverything()
        if isRecording { record(.reordered(order)) }
      } else if isRecording {
        willNotRecord()
      }
    }
    try storage.slots.sort { try areInIncreasingOrder(($0.id, $0.row!), ($1.id, $1.row!)) }
  }

  /// Reserves room for this many rows.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.index.reserveCapacity(minimumCapacity)
    storage.slots.reserveCapacity(minimumCapacity)
  }

  // MARK: Bookkeeping

  /// Removes the rows in the ascending slots and inserts them again as a run that begins at `position`.
  @_alwaysEmitIntoClient
  mutating func relocate(_ slots: [Int], to position: Int) {
    if isRecording { recordPlaces(of: slots) }
    let taken = slots.map { storage.vacate($0) }
    storage.compactIfSparse()
    for (offset, slot) in taken.enumerated() {
      orderStamp = log.record(.moved, slot.id, rows: storage.slots.count)
      storage.insert(slot, at: position + offset)
    }
  }

  @_alwaysEmitIntoClient
  func checkedSlots(at positions: [Int]) -> [Int] {
    positions.map {
      precondition(
        $0 >= 0 && $0 < count,
        "There is no row at position \($0) of a table of \(count) rows; use positions in 0..<count."
      )
      return storage.slot(at: $0)
    }
  }
}
