/// The rows of a list before the user's edits, with them, and as they have become outside of the form.
struct RowJoin<Row: FormValues & Identifiable> where Row.ID: Sendable {
  let list: String
  let base: [Row]
  let mine: [Row]
  let theirs: [Row]

  /// Returns the rows that both have led to.
  ///
  /// A row that one side has added or removed is added or removed. One that the user has edited stays, also
  /// if it was removed outside. The order is the user's if the user has moved rows, otherwise the other one.
  func joined(_ isKept: (String) -> Bool) -> [Row] {
    let (bases, mines) = (byID(base), byID(mine))
    var rows: [Row.ID: Row] = [:]
    for row in theirs {
      if let own = mines[row.id] {
        rows[row.id] = bases[row.id].map { joined($0, own, row, isKept) } ?? own
      } else if bases[row.id] == nil {
        rows[row.id] = row
      }
    }
    for row in mine where rows[row.id] == nil {
      let isEdited = bases[row.id].map { isDirty(row, $0, isKept) } ?? true
      if isEdited { rows[row.id] = row }
    }
    let moved = base.map(\.id).filter { mines[$0] != nil } != mine.map(\.id).filter { bases[$0] != nil }
    let (first, second) = moved ? (mine, theirs) : (theirs, mine)
    var known: Set<Row.ID> = []
    var order = first.map(\.id).filter { rows[$0] != nil && known.insert($0).inserted }
    var previous: Row.ID?
    for id in second.map(\.id) where rows[id] != nil {
      if known.insert(id).inserted {
        let place = previous.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(id, at: place)
      }
      previous = id
    }
    return order.compactMap { rows[$0] }
  }

  private func byID(_ rows: [Row]) -> [Row.ID: Row] {
    Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
  }

  private func joined(_ base: Row, _ mine: Row, _ theirs: Row, _ isKept: (String) -> Bool) -> Row {
    let id = RowName.text(mine.id)
    return Row.form.joined(base: base, mine: mine, theirs: theirs) { isKept(RowName.field(list, id, $0)) }
  }

  private func isDirty(_ row: Row, _ base: Row, _ isKept: (String) -> Bool) -> Bool {
    let id = RowName.text(row.id)
    return Row.form.allFields(of: row).contains {
      !$0.isSame(row, base) || isKept(RowName.field(list, id, $0.name))
    }
  }
}
