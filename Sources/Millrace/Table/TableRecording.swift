public import Synchronization

/// The inverses of a table's changes, while something records them.
///
/// It is a part of the table's value: a copy records its own changes, and a table that is assigned brings its
/// own recording, or none.
@usableFromInline
struct TableRecording<ID: Hashable, Row> {
  /// The session that records; nil for none, which costs each change a comparison.
  @usableFromInline var session: TableSession<ID, Row>?
  /// The inverses, in the order of the changes.
  @usableFromInline var inverses: [TableInverse<ID, Row>] = []

  @_alwaysEmitIntoClient
  init() {}
}

extension TableRecording: Sendable where ID: Sendable, Row: Sendable {}

/// The time in which a table, and copies of it, record their changes.
///
/// A copy of the table that outlives the session ends its recording at its next change.
@usableFromInline
package final class TableSession<ID: Hashable, Row> {
  @usableFromInline let isOpen = Atomic(true)
  /// The stamp of the table when the session began.
  let start: ChangeStamp
  /// The table as it was when the session began, until it or a copy of it changes.
  ///
  /// Were it held any longer, that change would have to copy all rows.
  private let old: Locked<RowTable<ID, Row>?>

  init(_ table: RowTable<ID, Row>) {
    start = table.changeStamp
    // Sound: a session is Sendable only if the rows are.
    nonisolated(unsafe) let old: RowTable? = table
    self.old = Locked(old)
  }

  /// Releases the old table, because the table or a copy of it is about to change.
  @usableFromInline
  func release() {
    // The table ends outside of the lock.
    _ = take()
  }

  /// Holds a table that is as the old one was.
  func hold(_ table: RowTable<ID, Row>) {
    // Sound: a session is Sendable only if the rows are.
    nonisolated(unsafe) let table = table
    old.withLock { old in
      if isOpen.load(ordering: .relaxed) { old = table }
    }
  }

  /// Ends the recording, and returns the old table if nothing has changed it.
  @discardableResult
  package func close() -> RowTable<ID, Row>? {
    isOpen.store(false, ordering: .relaxed)
    return take()
  }

  private func take() -> RowTable<ID, Row>? {
    // Sound: it is this call's own; the lock has exchanged it.
    nonisolated(unsafe) var taken: RowTable<ID, Row>?
    old.withLock { swap(&$0, &taken) }
    return taken
  }
}

extension TableSession: Sendable where ID: Sendable, Row: Sendable {}

/// The changes of a table between the beginning and the end of a recording.
package enum TableRecorded<ID: Hashable, Row> {
  /// The table has changed, or not; the inverses in the order of the changes.
  case changed([TableInverse<ID, Row>])
  /// Another table was assigned in the place of this one, which had not changed.
  case replaced(RowTable<ID, Row>)
  /// The table has changed, and then another one was assigned, so that its old rows are gone.
  case lost
}

extension RowTable {
  // MARK: Recording

  /// Begins to record the inverses of the table's changes.
  package mutating func beginRecording() -> TableSession<ID, Row> {
    recording = TableRecording()
    let session = TableSession(self)
    recording.session = session
    return session
  }

  /// Ends the recording, and returns the changes since its beginning.
  package mutating func endRecording(_ session: TableSession<ID, Row>) -> TableRecorded<ID, Row> {
    let old = session.close()
    defer { recording = TableRecording() }
    if recording.session === session { return .changed(recording.inverses) }
    if changeStamp == session.start { return .changed([]) }
    return old.map { .replaced($0) } ?? .lost
  }

  /// True while something records the table's changes.
  @_alwaysEmitIntoClient
  @inline(__always)
  var isRecording: Bool { recording.session != nil }

  /// Prepares a change that is recorded when it is made.
  @_alwaysEmitIntoClient
  @inline(never)
  func willRecord() {
    if recording.inverses.isEmpty { recording.session?.release() }
  }

  /// Ends a change that ``willRecord()`` has prepared, and that has not been made.
  @usableFromInline
  func willNotRecord() {
    guard recording.inverses.isEmpty, let session = recording.session else { return }
    var old = self
    old.recording = TableRecording()
    session.hold(old)
  }

  /// Prepares the removal of the row in this slot, and returns its position.
  @_alwaysEmitIntoClient
  @inline(never)
  func willRecordRemoval(of slot: Int) -> Int {
    willRecord()
    return storage.position(of: slot)
  }

  /// Prepares a change of the order, and returns the ids in their present one.
  @_alwaysEmitIntoClient
  @inline(never)
  func willRecordOrder() -> [ID] {
    willRecord()
    return Array(ids)
  }

  /// Records a change, unless the session has ended.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func record(_ inverse: TableInverse<ID, Row>) {
    if let session = recording.session, session.isOpen.load(ordering: .relaxed) {
      if recording.inverses.isEmpty { session.release() }
      recording.inverses.append(inverse)
    } else {
      recording = TableRecording()
    }
  }

  /// Records the row in this slot, which is about to change.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func recordUpdate(of slot: Int) {
    guard let row = storage.slots[slot].row else { return }
    record(.updated(storage.slots[slot].id, row))
  }

  /// Records the removal of a row; one that was removed through an accessor was recorded as changed before.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func recordRemoval(of taken: TableStorage<ID, Row>.Slot, at position: Int) {
    if let row = taken.row {
      record(.removed(taken.id, row, position: position))
    } else if case .updated(let id, let row)? = recording.inverses.popLast() {
      record(.removed(id, row, position: position))
    }
  }

  /// Records a change of everything, with the table before it.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func recordAll(_ inverse: (RowTable) -> TableInverse<ID, Row>) {
    var old = self
    old.recording = TableRecording()
    record(inverse(old))
  }

  /// Records the positions of the rows in the ascending slots, which are about to move.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func recordPlaces(of slots: [Int]) {
    record(
      .moved(slots.map { TablePlace(id: storage.slots[$0].id, position: storage.position(of: $0)) }))
  }
}

extension RowTable {
  // MARK: Taking back

  /// Takes back a change, as far as the table's rows still allow it.
  ///
  /// A row that was changed or moved and has been removed since stays removed, and a row that was removed
  /// stays out if its id has another row. Positions count from the front, and end with the table.
  ///
  /// - Parameters:
  ///   - inverse: The change to take back.
  ///   - restore: A function that makes the row to put back of the present one and the old one; by default it
  ///     is the old one.
  /// - Returns: False if something had to stay as it is.
  package mutating func takeBack(
    _ inverse: TableInverse<ID, Row>, restoring restore: ((_ present: Row, _ old: Row) -> Row)? = nil
  ) -> Bool {
    switch inverse {
    case .updated(let id, let old):
      guard let present = self[id] else { return false }
      self[id] = restore?(present, old) ?? old
      return true
    case .inserted(let id): return remove(id: id) != nil
    case .removed(let id, let row, let position):
      if contains(id: id) { return false }
      insert(row, id: id, at: Swift.min(position, count))
      return true
    case .moved(let places): return putBack(places)
    case .reordered(let order):
      let ranks = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
      sort { (ranks[$0.id] ?? .max) < (ranks[$1.id] ?? .max) }
      return true
    case .removedAll(let old):
      var isWhole = true
      for (position, (id, row)) in old.enumerated() {
        if contains(id: id) { isWhole = false } else { insert(row, id: id, at: Swift.min(position, count)) }
      }
      return isWhole
    case .updatedAll(let old):
      updateAll { id, row in
        if let earlier = old[id] { row = restore?(row, earlier) ?? earlier }
      }
      return old.count == count
    }
  }

  /// Moves rows back to their positions, which ascend.
  private mutating func putBack(_ places: [TablePlace<ID>]) -> Bool {
    let present = places.filter { contains(id: $0.id) }
    let slots = present.compactMap { storage.index[$0.id] }.sorted()
    if isRecording { recordPlaces(of: slots) }
    var taken: [ID: TableStorage<ID, Row>.Slot] = [:]
    for slot in slots {
      let row = storage.vacate(slot)
      taken[row.id] = row
    }
    storage.compactIfSparse()
    for place in present {
      guard let row = taken[place.id] else { continue }
      orderStamp = log.record(.moved, place.id, rows: storage.slots.count)
      storage.insert(row, at: Swift.min(place.position, count))
    }
    return present.count == places.count
  }
}
