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
  @usableFromInline let start: ChangeStamp
  /// The table as it was when the session began, until it or a copy of it changes.
  ///
  /// Were it held any longer, that change would have to copy all rows.
  private let old: Locked<RowTable<ID, Row>?>

  @usableFromInline
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
  @usableFromInline
  func hold(_ table: RowTable<ID, Row>) {
    // Sound: a session is Sendable only if the rows are.
    nonisolated(unsafe) let table = table
    old.withLock { old in
      if isOpen.load(ordering: .relaxed) { old = table }
    }
  }

  /// Ends the recording, and returns the old table if nothing has changed it.
  @usableFromInline
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
@usableFromInline
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
  @_alwaysEmitIntoClient
  package mutating func beginRecording() -> TableSession<ID, Row> {
    recording = TableRecording()
    let session = TableSession(self)
    recording.session = session
    return session
  }

  /// Ends the recording, and returns the changes since its beginning.
  @_alwaysEmitIntoClient
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
  ///
  /// It is mutating, as those below, because an accessor would store a copy of the table to call it, and
  /// with that more words than its caller's stack has for it.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func willRecord() {
    if recording.inverses.isEmpty { recording.session?.release() }
  }

  /// Ends a change that ``willRecord()`` has prepared, and that has not been made.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func willNotRecord() {
    guard recording.inverses.isEmpty, let session = recording.session else { return }
    var old = self
    old.recording = TableRecording()
    session.hold(old)
  }

  /// Prepares the removal of the row in this slot, and returns its position.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func willRecordRemoval(of slot: Int) -> Int {
    willRecord()
    return storage.position(of: slot)
  }

  /// Prepares a change of the order, and returns the ids in their present one.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func willRecordOrder() -> [ID] {
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
