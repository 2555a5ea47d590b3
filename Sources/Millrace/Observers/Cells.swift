import MillraceCore

/// The key of a cell in its store: a key path, and the way in which the cell observes it.
@usableFromInline
struct CellKey: Hashable {
  @usableFromInline
  enum Kind {
    /// Compared by equality; observers receive the new value.
    case value
    /// Compared by equality; observers receive the old and the new value.
    case change
    /// Compared by change stamp.
    case stamp
    /// Observed row by row.
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

/// Compares a part of the state with its earlier value, and calls its observers.
///
/// A protocol, not a closure, so that a watch and its cell are compiled together.
@usableFromInline
protocol PartCell<Value>: AnyObject {
  associatedtype Value

  func look(_ value: UnsafePointer<Value>)
  var audience: Audience { get }
}

/// The observers of a part of the state, as a tool counts them.
@usableFromInline
struct Audience {
  let count: Int
  /// The number of times that the observers were called since there were any.
  let calls: Int

  static func + (left: Audience, right: Audience) -> Audience {
    Audience(count: left.count + right.count, calls: left.calls + right.calls)
  }
}

/// A part of the state that is compared with its earlier value.
///
/// All observers of one part share its cell, so a turn compares once, however many there are.
@usableFromInline
final class ValueCell<Value: Equatable>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: Value
  @usableFromInline let observers = WeakRegistry<Observer<Value>>()
  @usableFromInline var audience: Audience { observers.audience }

  @inlinable
  init(_ value: Value) {
    last = value
  }

  @inlinable
  @inline(__always)
  func look(_ value: UnsafePointer<Value>) {
    if isUnchanged(value.pointee, from: last) { return }
    last = value.pointee
    observers.notify(value.pointee)
  }
}

/// A `ValueCell` whose observers receive the old value as well.
@usableFromInline
final class ChangeCell<Value: Equatable>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: Value
  @usableFromInline let observers = WeakRegistry<Observer<(old: Value, new: Value)>>()
  @usableFromInline var audience: Audience { observers.audience }

  @inlinable
  init(_ value: Value) {
    last = value
  }

  @inlinable
  func look(_ value: UnsafePointer<Value>) {
    if isUnchanged(value.pointee, from: last) { return }
    let old = last
    last = value.pointee
    observers.notify((old: old, new: last))
  }
}

/// A part of the state that marks its own changes; the cell keeps no copy of it.
@usableFromInline
final class StampCell<Value: ChangeStamped>: PartCell {
  @exclusivity(unchecked) @usableFromInline var last: ChangeStamp
  @usableFromInline let observers = WeakRegistry<Observer<Value>>()
  @usableFromInline var audience: Audience { observers.audience }

  @inlinable
  init(_ value: Value) {
    last = value.changeStamp
  }

  @inlinable
  func look(_ value: UnsafePointer<Value>) {
    let stamp = value.pointee.changeStamp
    if stamp == last { return }
    last = stamp
    observers.notify(value.pointee)
  }
}

/// The whole state, whose observers are called after each turn.
final class StateCell<State> {
  /// The turn after which the observers were last called; nil if the state changed without a turn.
  private var turn: UInt64?
  let observers = WeakRegistry<Observer<State>>()

  init(turn: UInt64) {
    self.turn = turn
  }

  /// Records that the state was replaced without a turn.
  func renew() {
    turn = nil
  }

  func look(_ state: UnsafeRawPointer, turn: UInt64) {
    if turn == self.turn { return }
    self.turn = turn
    // Sound: a cell receives the address of its own store's state, which is bound to that type for the
    // store's life.
    observers.notify(state.assumingMemoryBound(to: State.self).pointee)
  }
}

/// A table whose rows are observed one by one: the cost of a turn depends on the rows it changed, not on
/// those observed.
@usableFromInline
final class TableCell<ID: Hashable, Row>: PartCell {
  /// The observers of one row, and the change of it that they last received.
  @usableFromInline
  final class RowCell {
    @usableFromInline let observers = WeakRegistry<Observer<Row?>>()
    /// The order among the observed rows.
    @usableFromInline let number: Int
    @exclusivity(unchecked) @usableFromInline var stamp: ChangeStamp?

    @inlinable
    init(number: Int, stamp: ChangeStamp?) {
      self.number = number
      self.stamp = stamp
    }
  }

  @exclusivity(unchecked) @usableFromInline var last: ChangeStamp
  @exclusivity(unchecked) @usableFromInline var rows: [ReflexiveKey<ID>: RowCell] = [:]
  @usableFromInline var lastNumber = 0
  /// The number of rows at which rows without a living owner are removed.
  @usableFromInline var sweepAt = 8
  @usableFromInline let observers = WeakRegistry<
    Observer<(changes: TableChanges<ID>, table: RowTable<ID, Row>)>
  >()

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
      // By far the most turns: one changed row, and no observer of all rows.
      if change.kind != .moved, let row = rows[ReflexiveKey(change.id)] {
        row.stamp = change.kind == .removed ? nil : change.stamp
        row.observers.notify(table.pointee[change.id])
      }
      return
    }
    let changes = table.pointee.changes(since: before)
    switch changes {
    case .unchanged: return
    case .changed(let list):
      if !rows.isEmpty {
        for change in list where change.kind != .moved {
          if let row = rows[ReflexiveKey(change.id)] { notify(row, change.id, table) }
        }
      }
    case .unknown:
      // In an order that is the same in every run, because observers may send.
      let changed = rows.lazy.filter { table.pointee.changeStamp(of: $0.key.value) != $0.value.stamp }
      for (id, row) in changed.sorted(by: { $0.value.number < $1.value.number }) {
        notify(row, id.value, table)
      }
    }
    if observers.count != 0 { observers.notify((changes: changes, table: table.pointee)) }
  }

  /// Calls a row's observers, unless they have already received its last change.
  @inlinable
  func notify(_ row: RowCell, _ id: ID, _ table: UnsafePointer<RowTable<ID, Row>>) {
    let stamp = table.pointee.changeStamp(of: id)
    if stamp == row.stamp { return }
    row.stamp = stamp
    row.observers.notify(table.pointee[id])
  }

  @inlinable
  func rowCell(_ id: ID, _ table: RowTable<ID, Row>) -> RowCell {
    let key = ReflexiveKey(id)
    if let row = rows[key] { return row }
    lastNumber += 1
    let row = RowCell(number: lastNumber, stamp: table.changeStamp(of: id))
    row.observers.whenEmpty = { [weak self] in
      self?.rows[key] = nil
      self?.abandonIfEmpty()
    }
    rows[key] = row
    if rows.count > sweepAt {
      for row in rows.values { row.observers.sweep() }
      sweepAt = max(8, rows.count * 2)
    }
    return row
  }

  @usableFromInline var audience: Audience {
    rows.values.reduce(observers.audience) { $0 + $1.observers.audience }
  }

  /// A handler that is called when neither a row nor the table is observed any more.
  @usableFromInline var whenEmpty: (() -> Void)?

  @usableFromInline
  func abandonIfEmpty() {
    if rows.isEmpty && observers.count == 0 { whenEmpty?() }
  }
}

@usableFromInline
final class MessageObservers<Message> {
  @exclusivity(unchecked) @usableFromInline var byType: [ObjectIdentifier: WeakRegistry<Observer<Message>>] =
    [:]
  @usableFromInline let ofAll = WeakRegistry<Observer<Message>>()
  /// A participant's own observer, which comes before all others.
  @exclusivity(unchecked) @usableFromInline var participant: ((Message) -> Void)?

  /// Returns the observers of messages of exactly this type; of all messages for the store's own message
  /// type.
  func registry(of type: Any.Type) -> WeakRegistry<Observer<Message>> {
    if type == Message.self { return ofAll }
    let key = ObjectIdentifier(type)
    if let registry = byType[key] { return registry }
    let registry = WeakRegistry<Observer<Message>>()
    registry.whenEmpty = { [weak self] in self?.byType[key] = nil }
    byType[key] = registry
    return registry
  }

  @inlinable
  @inline(never)
  func notify(_ message: Message) {
    participant?(message)
    if !byType.isEmpty, let registry = byType[ObjectIdentifier(Swift.type(of: message as Any))] {
      registry.notify(message)
    }
    ofAll.notify(message)
  }
}
