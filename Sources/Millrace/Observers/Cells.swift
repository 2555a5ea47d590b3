/// Which cell a store keeps for a key path: one for each way of looking at it.
@usableFromInline
struct CellKey: Hashable {
  @usableFromInline
  enum Kind {
    /// By equality, for the new value.
    case value
    /// By equality, for the old and the new value.
    case change
    /// By change stamp.
    case stamp
    /// By row.
    case table
  }

  let kind: Kind
  let path: AnyKeyPath

  @usableFromInline
  init(_ kind: Kind, _ path: AnyKeyPath) {
    self.kind = kind
    self.path = path
  }
}

/// Compares a part of the state with what it was, and tells its observers.
///
/// A protocol, and not a closure, so that a watch and its cell are compiled into one.
@usableFromInline
protocol PartCell<Value>: AnyObject {
  associatedtype Value

  func look(_ value: UnsafePointer<Value>)
}

/// A part of the state that is compared with what it was.
///
/// All observers of one part share its cell, so a turn compares once, however many there are.
@usableFromInline
final class ValueCell<Value: Equatable>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: Value
  @usableFromInline let observers = Roster<Observer<Value>>()

  @inlinable
  init(_ value: Value) {
    last = value
  }

  @inlinable
  @inline(__always)
  func look(_ value: UnsafePointer<Value>) {
    if value.pointee == last { return }
    last = value.pointee
    observers.tell(value.pointee)
  }
}

/// The same for observers that ask for the old value too.
@usableFromInline
final class ChangeCell<Value: Equatable>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: Value
  @usableFromInline let observers = Roster<Observer<(old: Value, new: Value)>>()

  @inlinable
  init(_ value: Value) {
    last = value
  }

  @inlinable
  func look(_ value: UnsafePointer<Value>) {
    if value.pointee == last { return }
    let old = last
    last = value.pointee
    observers.tell((old: old, new: last))
  }
}

/// A part of the state that says by itself when it has changed; nothing of it is kept.
@usableFromInline
final class StampCell<Value: ChangeStamped>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: ChangeStamp
  @usableFromInline let observers = Roster<Observer<Value>>()

  @inlinable
  init(_ value: Value) {
    last = value.changeStamp
  }

  @inlinable
  func look(_ value: UnsafePointer<Value>) {
    let stamp = value.pointee.changeStamp
    if stamp == last { return }
    last = stamp
    observers.tell(value.pointee)
  }
}

/// The whole state, of which its observers are told after each turn.
final class StateCell<State> {
  /// The turn they were told of last; nil when there is something new without a turn.
  private var turn: UInt64?
  let observers = Roster<Observer<State>>()

  init(turn: UInt64) {
    self.turn = turn
  }

  /// The state is another one, without a turn.
  func renew() {
    turn = nil
  }

  func look(_ state: UnsafeRawPointer, turn: UInt64) {
    if turn == self.turn { return }
    self.turn = turn
    // Sound: a cell is given the address of its own store's state, which is bound to that type for the store's life.
    observers.tell(state.assumingMemoryBound(to: State.self).pointee)
  }
}

/// A table whose rows are observed one by one: a turn costs by the rows it changed, not by those observed.
@usableFromInline
final class TableCell<ID: Hashable, Row>: PartCell {
  /// The observers of one row, and the change of it that they know of.
  @usableFromInline
  final class RowCell {
    @usableFromInline let observers = Roster<Observer<Row?>>()
    /// The order among the rows that are observed.
    @usableFromInline let number: Int
    @exclusivity(unchecked) @usableFromInline var stamp: ChangeStamp?

    @inlinable
    init(number: Int, stamp: ChangeStamp?) {
      self.number = number
      self.stamp = stamp
    }
  }

  @exclusivity(unchecked) @usableFromInline var last: ChangeStamp
  @exclusivity(unchecked) @usableFromInline var rows: [ID: RowCell] = [:]
  @usableFromInline var lastNumber = 0
  /// How many rows there may be before those whose observers have lost their owners are looked for.
  @usableFromInline var sweepAt = 8
  @usableFromInline let observers = Roster<Observer<(changes: TableChanges<ID>, table: RowTable<ID, Row>)>>()

  @inlinable
  init(_ table: RowTable<ID, Row>) {
    last = table.changeStamp
  }

  @inlinable
  func look(_ table: UnsafePointer<RowTable<ID, Row>>) {
    let stamp = table.pointee.changeStamp
    if stamp == last { return }
    let before = last
    last = stamp
    if observers.count == 0, let change = table.pointee.log.onlyChange(since: before) {
      // By far the most turns: one row, and nobody who wants to know of all.
      if change.kind != .moved, let row = rows[change.id] {
        row.stamp = change.kind == .removed ? nil : change.stamp
        row.observers.tell(table.pointee[change.id])
      }
      return
    }
    let changes = table.pointee.changes(since: before)
    switch changes {
    case .unchanged: return
    case .changed(let list):
      if !rows.isEmpty {
        for change in list where change.kind != .moved {
          if let row = rows[change.id] { tell(row, change.id, table) }
        }
      }
    case .unknown:
      // In an order that does not change from run to run, because observers may send.
      let changed = rows.lazy.filter { table.pointee.changeStamp(of: $0.key) != $0.value.stamp }
      for (id, row) in changed.sorted(by: { $0.value.number < $1.value.number }) { tell(row, id, table) }
    }
    if observers.count != 0 { observers.tell((changes: changes, table: table.pointee)) }
  }

  /// Tells a row's observers, unless they know of its last change already.
  @inlinable
  func tell(_ row: RowCell, _ id: ID, _ table: UnsafePointer<RowTable<ID, Row>>) {
    let stamp = table.pointee.changeStamp(of: id)
    if stamp == row.stamp { return }
    row.stamp = stamp
    row.observers.tell(table.pointee[id])
  }

  @inlinable
  func rowCell(_ id: ID, _ table: RowTable<ID, Row>) -> RowCell {
    if let row = rows[id] { return row }
    lastNumber += 1
    let row = RowCell(number: lastNumber, stamp: table.changeStamp(of: id))
    row.observers.whenEmpty = { [weak self] in
      self?.rows[id] = nil
      self?.abandonIfEmpty()
    }
    rows[id] = row
    if rows.count > sweepAt {
      for row in rows.values { row.observers.sweep() }
      sweepAt = max(8, rows.count * 2)
    }
    return row
  }

  /// Called when neither a row nor the table is observed any more.
  @usableFromInline var whenEmpty: (() -> Void)?

  @usableFromInline
  func abandonIfEmpty() {
    if rows.isEmpty && observers.count == 0 { whenEmpty?() }
  }
}

/// The observers of messages, by their type.
@usableFromInline
final class MessageObservers<Message> {
  @exclusivity(unchecked) @usableFromInline var byType: [ObjectIdentifier: Roster<Observer<Message>>] = [:]
  @usableFromInline let ofAll = Roster<Observer<Message>>()

  /// The observers of messages of exactly this type; of all messages for the store's own message type.
  func roster(of type: Any.Type) -> Roster<Observer<Message>> {
    if type == Message.self { return ofAll }
    let key = ObjectIdentifier(type)
    if let roster = byType[key] { return roster }
    let roster = Roster<Observer<Message>>()
    roster.whenEmpty = { [weak self] in self?.byType[key] = nil }
    byType[key] = roster
    return roster
  }

  @inlinable
  @inline(never)
  func tell(_ message: Message) {
    if !byType.isEmpty, let roster = byType[ObjectIdentifier(Swift.type(of: message as Any))] {
      roster.tell(message)
    }
    ofAll.tell(message)
  }
}
