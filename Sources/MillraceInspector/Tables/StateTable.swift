import Millrace
import MillraceCoding

/// A table in a store's state, its types erased; used at the flow's home.
protocol StateTable<State>: AnyObject {
  associatedtype State: Sendable

  /// The path as a text, for errors.
  var name: String { get }
  /// True if the path leads through an object, so that a copy of the state shares the table with it.
  var isInObject: Bool { get }
  /// The place of the table in the archived state.
  var place: Locked<TablePlace> { get }

  func isEmpty(in state: State) -> Bool
  /// Replaces the table by an empty one.
  func clear(_ state: inout State)
  /// Copies the table, and returns a closure that encodes all rows on the work queue, and begins to follow
  /// them.
  func whole(in state: State) -> @Sendable () throws -> JournalValue
  /// Copies the rows that have changed since the last call of this function or of `whole(in:)`, and returns a
  /// closure that encodes them on the work queue; nil if the table does not remember its changes.
  func marks(in state: State) -> (@Sendable () throws -> TableMarks)?
}

/// The place of a table in a store's archived state, as far as it is known.
enum TablePlace: Sendable, Hashable {
  /// The table has been empty so far.
  case unknown
  /// The names of the members that lead to it.
  case found([String])
  /// A hidden path covers it, so that no row is ever sent.
  case hidden
  /// It has no place of its own, so that it is sent as a part of the state.
  case none
}

final class TypedStateTable<State: Sendable, ID, Row>: StateTable
where ID: Hashable & Encodable & Sendable, Row: Encodable & Sendable {
  let place = Locked(TablePlace.unknown)
  private let path: WritableKeyPath<State, RowTable<ID, Row>>
  private let track = TableTrack<ID, Row>()
  /// The stamp of the table when it was copied last.
  private var last: ChangeStamp?

  init(_ path: WritableKeyPath<State, RowTable<ID, Row>>) {
    self.path = path
  }

  var name: String { "\(path)" }

  var isInObject: Bool { path is ReferenceWritableKeyPath<State, RowTable<ID, Row>> }

  func isEmpty(in state: State) -> Bool { state[keyPath: path].isEmpty }

  func clear(_ state: inout State) { state[keyPath: path] = RowTable() }

  func whole(in state: State) -> @Sendable () throws -> JournalValue {
    let table = state[keyPath: path]
    last = table.changeStamp
    return { [track] in try track.begin(table) }
  }

  func marks(in state: State) -> (@Sendable () throws -> TableMarks)? {
    guard let last else { return nil }
    let table = state[keyPath: path]
    var order: [ID] = []
    // True for a row that was added, removed or moved, and not only changed.
    var isMoved: [ID: Bool] = [:]
    switch table.changes(since: last) {
    case .unchanged: break
    case .unknown: return nil
    case .changed(let changes):
      for change in changes {
        if isMoved[change.id] == nil { order.append(change.id) }
        isMoved[change.id] = isMoved[change.id] == true || change.kind != .updated
      }
    }
    self.last = table.changeStamp
    let changes = order.map { id in
      TableTrack<ID, Row>.Change(
        id: id, isMoved: isMoved[id] == true, position: table.position(of: id), row: table[id])
    }
    let count = table.count
    return { [track] in try track.marks(changes, count: count) }
  }
}

/// The ids of a table in the order of the last sample, by which changes become positions.
///
/// It lives on the work queue.
final class TableTrack<ID: Hashable & Encodable & Sendable, Row: Encodable & Sendable>: @unchecked Sendable {
  // Sound: only closures on the work queue use it, one after the other.

  /// A row that has changed, as it is at a sample.
  struct Change: Sendable {
    let id: ID
    let isMoved: Bool
    /// The position; nil if there is no such row any more.
    let position: Int?
    let row: Row?
  }

  private var ids = RowTable<ID, Void>()
  private let encoder = RecordEncoder()

  /// Returns all rows, which are those that the next marks change.
  func begin(_ table: RowTable<ID, Row>) throws -> JournalValue {
    ids = RowTable(table.lazy.map { ($0.id, ()) }, uniquingIDsWith: { first, _ in first })
    return try encoded(table)
  }

  /// Returns the changes as positions, before and after them.
  ///
  /// - Throws: ``LostMarks`` if the changes do not lead to that many rows, and the errors of encoding.
  func marks(_ changes: [Change], count: Int) throws -> TableMarks {
    let taken = changes.compactMap { ids.position(of: $0.id) }.sorted()
    var put: [(position: Int, id: ID, row: Row, isMoved: Bool)] = []
    for change in changes {
      guard let position = change.position, let row = change.row else { continue }
      put.append((position, change.id, row, change.isMoved))
    }
    put.sort { $0.position < $1.position }
    for change in changes where change.isMoved { ids[change.id] = nil }
    for row in put where row.isMoved {
      guard row.position <= ids.count else { throw LostMarks() }
      ids.insert((), id: row.id, at: row.position)
    }
    guard ids.count == count, put.allSatisfy({ ids.position(of: $0.id) == $0.position }) else {
      throw LostMarks()
    }
    let rows = RowTable(put.lazy.map { ($0.id, $0.row) }, uniquingIDsWith: { first, _ in first })
    guard case .array(let values) = try encoded(rows) else { throw LostMarks() }
    return TableMarks(count: count, taken: taken, positions: put.map(\.position), rows: values)
  }

  private func encoded(_ table: RowTable<ID, Row>) throws -> JournalValue {
    try JournalValue(cbor: encoder.encode(table))
  }
}
