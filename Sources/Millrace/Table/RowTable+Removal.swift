extension RowTable {
  /// Removes the row with this id and returns it, or `nil` if there is none.
  ///
  /// Cost: O(√n) amortised.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func remove(id: ID) -> Row? {
    storage.slot(of: id).flatMap { finishRemoval(of: $0) }
  }

  /// Removes the rows at these positions, which are those of a list's `onDelete`.
  ///
  /// Cost: O(k·√n) for k rows, and O(n).
  @_alwaysEmitIntoClient
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    remove(slots: checkedSlots(at: Set(offsets).sorted()))
  }

  /// Removes the rows that satisfy the predicate.
  ///
  /// If it throws, nothing is removed. O(n).
  @_alwaysEmitIntoClient
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    var doomed: [Int] = []
    for (slot, content) in storage.slots.enumerated() {
      if let row = content.row, try shouldBeRemoved((content.id, row)) { doomed.append(slot) }
    }
    remove(slots: doomed)
  }

  /// Removes all rows, as one change of everything.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  public mutating func removeAll(keepingCapacity: Bool = false) {
    guard !isEmpty else { return }
    if isRecording { recordAll { .removedAll($0) } }
    storage.index.removeAll(keepingCapacity: keepingCapacity)
    storage.slots.removeAll(keepingCapacity: keepingCapacity)
    storage.holes.removeAll(keepingCapacity: keepingCapacity)
    orderStamp = log.recordEverything()
  }

  /// Removes the rows in these slots, which ascend.
  @_alwaysEmitIntoClient
  mutating func remove(slots: [Int]) {
    for slot in slots {
      let position = isRecording ? willRecordRemoval(of: slot) : 0
      let taken = storage.vacate(slot)
      if isRecording { recordRemoval(of: taken, at: position) }
      orderStamp = log.record(.removed, taken.id, rows: storage.slots.count)
    }
    storage.compactIfSparse()
  }
}
