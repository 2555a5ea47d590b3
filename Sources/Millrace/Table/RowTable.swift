/// Rows under stable ids, in insertion order, that mark their changes row by row.
///
/// A table combines a dictionary with an order: `table[id]` reads, changes in place, adds and removes a row
/// by its id, whatever the type of the id, and the order is kept. Positions are counted in the two views
/// ``ids`` and ``rows``, which are random-access collections: `table.rows[0]` is the first row.
///
/// ```swift
/// var books: Table = [7: Book("Emma"), 9: Book("Ulysses")]
/// let seen = books.changeStamp
/// books[9]?.copies += 1            // in place: no row is copied, no other row is touched
/// books[8] = Book("Persuasion")    // appended
/// books.move(id: 8, to: 0)
/// books.changes(since: seen)       // 9 updated, 8 inserted, 8 moved
/// ```
///
/// It is a value: a copy never changes with the original. The first change after a copy copies the whole
/// table. If an old copy would serve only to find out what changed, keep a ``changeStamp`` instead. Every
/// write to a row counts as a change of this row, even if it writes the same contents.
public struct RowTable<ID: Hashable, Row>: ChangeStamped {
  @usableFromInline var storage = TableStorage<ID, Row>()
  @usableFromInline var log = TableLog<ID>()
  /// The stamp of the last change of the ids or of their order.
  @usableFromInline var orderStamp = ChangeStamp.initial
  /// The inverses of the changes, while an undo history records them.
  @usableFromInline var recording = TableRecording<ID, Row>()

  /// Creates an empty table.
  @_alwaysEmitIntoClient
  public init() {}

  // MARK: Reading

  /// The number of rows.
  @_alwaysEmitIntoClient
  public var count: Int { storage.count }

  /// A Boolean value that indicates whether the table has no rows.
  @_alwaysEmitIntoClient
  public var isEmpty: Bool { storage.slots.isEmpty }

  /// Returns true if there is a row under this id.
  @_alwaysEmitIntoClient
  public func contains(id: ID) -> Bool { storage.slot(of: id) != nil }

  /// Returns the position of the row with this id, in 0..<count, or `nil` if there is none.
  ///
  /// Cost: O(log n).
  @_alwaysEmitIntoClient
  public func position(of id: ID) -> Int? {
    storage.slot(of: id).map { storage.position(of: $0) }
  }

  /// The first row and its id, or `nil` if the table is empty.
  @_alwaysEmitIntoClient
  public var first: Element? {
    guard !isEmpty else { return nil }
    let slot = storage.slots[storage.slot(at: 0)]
    return slot.row.map { (slot.id, $0) }
  }

  /// The last row and its id, or `nil` if the table is empty.
  @_alwaysEmitIntoClient
  public var last: Element? {
    guard let slot = storage.slots.last else { return nil }
    return slot.row.map { (slot.id, $0) }
  }

  // MARK: One row

  /// The row with this id; `nil` if there is none.
  ///
  /// A row is changed in place, a new one is appended, and assigning `nil` removes it, in O(√n) amortised.
  /// Writing through `?` to a missing row changes nothing.
  @_alwaysEmitIntoClient
  public subscript(id: ID) -> Row? {
    @inline(__always)
    get {
      guard let slot = storage.slot(of: id) else { return nil }
      // Through a span, so that a caller that reads one field does not copy the row.
      return storage.slots.span[slot].row
    }
    @inline(__always)
    _modify {
      let slot = beginWriting(id)
      defer { finishWriting(slot) }
      var slots = storage.slots.mutableSpan
      yield &slots[slot].row
    }
  }

  /// The row with this id; if there is none, `initial`, which is appended when it is written to.
  @_alwaysEmitIntoClient
  public subscript(id: ID, default initial: @autoclosure () -> Row) -> Row {
    get { self[id] ?? initial() }
    @inline(__always)
    _modify {
      let slot = beginWriting(id)
      if !storage.isEstablished(slot) { storage.slots[slot].row = initial() }
      defer { finishWriting(slot) }
      var slots = storage.slots.mutableSpan
      yield &slots[slot].row!
    }
  }

  /// Changes the row with this id in place, as one change however much `body` does to it.
  ///
  /// Returns the result of `body`, or `nil`, without calling it, if there is no such row. If `body` throws,
  /// its earlier changes stay.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func update<Result, Failure: Error>(
    id: ID, _ body: (inout Row) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let slot = storage.slot(of: id) else { return nil }
    if isRecording { recordUpdate(of: slot) }
    defer { noteUpdate(in: slot) }
    return try body(&storage.slots[slot].row!)
  }

  /// Changes every row in place, in order, as one change of everything.
  ///
  /// If `body` throws, its earlier changes stay. O(n).
  @_alwaysEmitIntoClient
  public mutating func updateAll<Failure: Error>(
    _ body: (ID, inout Row) throws(Failure) -> Void
  ) throws(Failure) {
    guard !isEmpty else { return }
    if isRecording { recordAll { .updatedAll($0) } }
    let stamp = log.recordEverything()
    for slot in storage.slots.indices where storage.isEstablished(slot) {
      storage.slots[slot].stamp = stamp
      // The array's subscript would copy the slot, and with it retain the values that the row is about to
      // change.
      let id = storage.slots.span[slot].id
      try body(id, &storage.slots[slot].row!)
    }
  }

  /// Returns the result of a function of the address of the row with this id; nil if there is no such row.
  ///
  /// A generic caller that reads one field by the subscript copies the whole row, because it is compiled
  /// before the type of the row is known.
  @_alwaysEmitIntoClient
  @inline(__always)
  package func withRow<Result>(id: ID, _ body: (UnsafePointer<Row>) -> Result) -> Result? {
    guard let slot = storage.slot(of: id) else { return nil }
    return storage.slots.withUnsafeBufferPointer { slots in
      let row = (slots.baseAddress.unsafelyUnwrapped + slot).pointer(to: \.row).unsafelyUnwrapped
      // Sound: a slot in the index is no hole, and an optional has its value at its own address.
      return body(UnsafeRawPointer(row).assumingMemoryBound(to: Row.self))
    }
  }

  // MARK: Bookkeeping

  /// Returns the slot of the row with this id, or a new, empty one at the end, which has no stamp.
  ///
  /// While a row is lent, an accessor above may store four words on its caller's stack; with more, every
  /// change would allocate. The accessor therefore stores one number, no local row, and a span, whose
  /// subscript needs no words of its own as an array's does.
  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func beginWriting(_ id: ID) -> Int {
    if let slot = storage.slot(of: id) {
      if isRecording { recordUpdate(of: slot) }
      return slot
    }
    if isRecording { willRecord() }
    storage.slots.append(TableStorage.Slot(id: id, row: nil, stamp: .initial))
    return storage.slots.count - 1
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func finishWriting(_ slot: Int) {
    if storage.isEstablished(slot) { noteUpdate(in: slot) } else { finishCountChange(slot) }
  }

  /// Ends a write that added a row, removed one, or neither found nor left one.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func finishCountChange(_ slot: Int) {
    let isNew = storage.slots[slot].stamp == .initial
    switch (isNew, storage.slots[slot].row != nil) {
    case (true, true): finishAppending(slot)
    case (true, false):
      storage.slots.removeLast()
      if isRecording { willNotRecord() }
    case (false, _): finishRemoval(of: slot)
    }
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func noteUpdate(in slot: Int) {
    let stamp = log.record(.updated, storage.slots.span[slot].id, rows: storage.slots.count)
    storage.slots[slot].stamp = stamp
  }

  @_alwaysEmitIntoClient
  mutating func finishAppending(_ slot: Int) {
    let id = storage.slots[slot].id
    orderStamp = log.record(.inserted, id, rows: storage.slots.count)
    storage.slots[slot].stamp = orderStamp
    storage.note(slot, of: id)
    if isRecording { record(.inserted(id)) }
  }

  @_alwaysEmitIntoClient
  @discardableResult
  mutating func finishRemoval(of slot: Int) -> Row? {
    let position = isRecording ? willRecordRemoval(of: slot) : 0
    let taken = storage.vacate(slot)
    if isRecording { recordRemoval(of: taken, at: position) }
    orderStamp = log.record(.removed, taken.id, rows: storage.slots.count)
    storage.compactIfSparse()
    return taken.row
  }
}

extension RowTable: Sendable where ID: Sendable, Row: Sendable {}
