import Millrace

/// A table that can be remembered by its stamp.
protocol RememberableTable {
  /// The stand-in; nil for a table so small that it is kept itself.
  var memory: (any RememberedPart)? { get }
}

extension RowTable: RememberableTable {
  var memory: (any RememberedPart)? {
    count > 256 ? RememberedTable<ID, Row>(stamp: changeStamp, count: count) : nil
  }
}

/// The stamp of a table.
private struct RememberedTable<ID: Hashable, Row>: RememberedPart {
  private static var mostRows: Int { 100 }

  let stamp: ChangeStamp
  let count: Int

  func nodes(
    to new: Any, label: PartLabel, depth: Int, _ builder: inout DifferenceBuilder
  ) -> [DifferenceNode] {
    guard let new = new as? RowTable<ID, Row> else {
      return [.change(label, .word("[… (\(count) rows)]"), builder.tree(of: new))]
    }
    switch new.changes(since: stamp) {
    case .unchanged: return []
    case .unknown:
      return [
        .change(label, .word("[… (\(count) rows)]"), .word("[… (\(new.count) rows, all changed at once)]"))
      ]
    case .changed(let changes):
      let rows = RowChanges(changes)
      var folded = FoldedNodes()
      for id in rows.ids.prefix(Self.mostRows) { folded.add(node(of: id, rows, in: new, builder)) }
      if rows.ids.count > Self.mostRows {
        folded.add([.text(.same, "… (\(rows.ids.count - Self.mostRows) more rows)")])
      }
      folded.addUnchanged(max(0, new.count - rows.ids.count { new.contains(id: $0) }))
      return folded.closed(label, opening: "[", closing: "]")
    }
  }

  private func node(
    of id: ID, _ rows: RowChanges<ID>, in table: RowTable<ID, Row>, _ builder: DifferenceBuilder
  ) -> [DifferenceNode] {
    let name = PartLabel.key(builder.tree(of: id).line)
    guard let row = table[id] else {
      return rows.isNew(id) ? [] : [.whole(.removed, name, .word("…"))]
    }
    if !rows.isNew(id) && rows.isOnlyMoved(id) {
      return [.whole(.same, name, .word("moved to position \(table.position(of: id) ?? 0)"))]
    }
    return [.whole(rows.isNew(id) ? .added : .same, name, builder.tree(of: row))]
  }
}

/// The changes of a table by row.
private struct RowChanges<ID: Hashable> {
  /// The ids of the changed rows, in the order of their first changes.
  private(set) var ids: [ID] = []
  private var kinds: [ID: [TableChange<ID>.Kind]] = [:]

  init(_ changes: ArraySlice<TableChange<ID>>) {
    for change in changes {
      if kinds[change.id] == nil { ids.append(change.id) }
      kinds[change.id, default: []].append(change.kind)
    }
  }

  /// Returns true if there was no row with this id before the changes.
  func isNew(_ id: ID) -> Bool { kinds[id]?.first == .inserted }

  func isOnlyMoved(_ id: ID) -> Bool { kinds[id]?.allSatisfy { $0 == .moved } ?? false }
}
