package import Millrace
import MillraceCore
import MillraceOptics

/// Records a table by the inverses of its changes.
struct RowRecorder<State, ID: Hashable & Sendable, Row: Equatable & Sendable>: UndoRecorder {
  private let optic: AffineTraversal<State, RowTable<ID, Row>>
  private let cost: @Sendable (Row) -> Int
  private let restore: (@Sendable (Row, Row) -> Row)?

  init(
    _ optic: AffineTraversal<State, RowTable<ID, Row>>, _ cost: @escaping @Sendable (Row) -> Int,
    _ restore: (@Sendable (Row, Row) -> Row)?
  ) {
    self.optic = optic
    self.cost = cost
    self.restore = restore
  }

  func begin(_ state: inout State) -> UndoRecordingEnd<State> {
    let session = optic.modify(&state) { $0.beginRecording() }
    return { state, earlier in
      guard let session else { return .unchanged }
      if let recorded = optic.modify(&state, { end(&$0, session, earlier) }) { return recorded }
      session.close()
      return .unchanged
    }
  }

  private func end(
    _ table: inout RowTable<ID, Row>, _ session: TableSession<ID, Row>, _ earlier: (any UndoContents)?
  ) -> UndoRecorded {
    let inverses: [TableInverse<ID, Row>]
    switch table.endRecording(session) {
    case .changed(let recorded): inverses = recorded
    case .replaced(let old): inverses = InverseList.replacement(of: old, by: table)
    case .lost: return .lost
    }
    if inverses.isEmpty { return .unchanged }
    let before = (earlier as? OldRows<ID, Row>)?.inverses ?? []
    let kept = InverseList.compacted(before + inverses, in: table)
    return .changed(kept.isEmpty ? nil : contents(kept))
  }

  private func contents(_ inverses: [TableInverse<ID, Row>]) -> OldRows<ID, Row> {
    OldRows(inverses: inverses, cost: InverseList.cost(of: inverses, cost))
  }

  func takeBack(_ contents: any UndoContents, in state: inout State) -> Bool {
    guard let old = contents as? OldRows<ID, Row> else { return false }
    return optic.modify(&state) { table in
      var isWhole = true
      for inverse in old.inverses.reversed() where !table.takeBack(inverse, restoring: restore) {
        isWhole = false
      }
      return isWhole
    } ?? false
  }

  func decode(from decoder: any Decoder) throws -> any UndoContents {
    contents(try [CodedInverse<ID, Row>](from: decoder).map(\.inverse))
  }
}

/// The inverses of the changes of a table, in the order of the changes.
struct OldRows<ID: Hashable & Sendable, Row: Equatable & Sendable>: UndoContents {
  let inverses: [TableInverse<ID, Row>]
  let cost: Int

  func isEqual(to other: any UndoContents) -> Bool { (other as? OldRows)?.inverses == inverses }

  func encode(to encoder: any Encoder) throws { try inverses.map(CodedInverse.init).encode(to: encoder) }
}

// Here and not beside its declaration, where every program would have it.
extension TableInverse: Equatable where Row: Equatable {
  package static func == (left: TableInverse, right: TableInverse) -> Bool {
    switch (left, right) {
    case (.updated(let left, let leftRow), .updated(let right, let rightRow)):
      isUnchanged(left, from: right) && isUnchanged(leftRow, from: rightRow)
    case (.inserted(let left), .inserted(let right)): isUnchanged(left, from: right)
    case (.removed(let left, let leftRow, let from), .removed(let right, let rightRow, let place)):
      isUnchanged(left, from: right) && isUnchanged(leftRow, from: rightRow) && from == place
    case (.moved(let left), .moved(let right)): isUnchanged(left, from: right)
    case (.reordered(let left), .reordered(let right)): isUnchanged(left, from: right)
    case (.removedAll(let left), .removedAll(let right)): isUnchanged(left, from: right)
    case (.updatedAll(let left), .updatedAll(let right)): isUnchanged(left, from: right)
    case (.updated, _), (.inserted, _), (.removed, _), (.moved, _), (.reordered, _), (.removedAll, _),
      (.updatedAll, _):
      false
    }
  }
}
