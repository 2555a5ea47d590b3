import Millrace
import MillraceCore

/// Lists of inverses in the order of their changes.
enum InverseList {
  /// Returns the inverses without those that others make useless.
  ///
  /// A row that is changed several times needs only its first old contents, and rows that move several times
  /// only their first positions. Rows that are as they were need none, and neither does a row that came and
  /// went without anything in between.
  ///
  /// Cost: O(inverses).
  static func compacted<ID, Row: Equatable>(
    _ inverses: [TableInverse<ID, Row>], in table: RowTable<ID, Row>
  ) -> [TableInverse<ID, Row>] {
    var kept: [TableInverse<ID, Row>] = []
    kept.reserveCapacity(inverses.count)
    // The rows whose old contents are kept, or that were not there.
    var known: Set<ReflexiveKey<ID>> = []
    for inverse in inverses {
      switch inverse {
      case .updated(let id, _): if !known.insert(ReflexiveKey(id)).inserted { continue }
      case .inserted(let id): known.insert(ReflexiveKey(id))
      case .removed(let id, _, _):
        if case .inserted(let last)? = kept.last, isUnchanged(id, from: last) {
          kept.removeLast()
          continue
        }
      case .removedAll(let table):
        let arrivals = kept.reversed().prefix { if case .inserted = $0 { true } else { false } }.count
        if arrivals == table.count {
          kept.removeLast(arrivals)
          continue
        }
      case .moved(let places): if case .moved(let before)? = kept.last, isSame(before, places) { continue }
      case .reordered: if case .reordered? = kept.last { continue }
      case .updatedAll: if case .updatedAll? = kept.last { continue }
      }
      kept.append(inverse)
    }
    if kept.allSatisfy({ keepsRows($0) }) {
      kept.removeAll { inverse in
        if case .updated(let id, let old) = inverse { isUnchanged(table[id], from: old) } else { false }
      }
    }
    if kept.count == 1, isUseless(kept[0], in: table) { return [] }
    return kept
  }

  /// Returns the inverses of a change that put one table in the place of another.
  ///
  /// Rows of both that are equal need none. A table whose rows have all left is kept as it is, without copies
  /// of them.
  ///
  /// Cost: O(rows of both).
  static func replacement<ID, Row: Equatable>(
    of old: RowTable<ID, Row>, by new: RowTable<ID, Row>
  ) -> [TableInverse<ID, Row>] {
    let common = old.ids.filter { new.contains(id: $0) }
    var inverses: [TableInverse<ID, Row>] = []
    if common.isEmpty {
      if !old.isEmpty { inverses.append(.removedAll(old)) }
    } else {
      for (position, (id, row)) in old.enumerated().reversed() where !new.contains(id: id) {
        inverses.append(.removed(id, row, position: position))
      }
      for id in common {
        if let row = old[id], !isUnchanged(new[id], from: row) { inverses.append(.updated(id, row)) }
      }
      if !new.ids.lazy.filter({ old.contains(id: $0) }).elementsEqual(
        common, by: { isUnchanged($0, from: $1) })
      {
        inverses.append(.reordered(common))
      }
    }
    for id in new.ids where !old.contains(id: id) { inverses.append(.inserted(id)) }
    return inverses
  }

  /// Returns true if an inverse is of a change after which the same rows are there, with one old content
  /// each.
  private static func keepsRows<ID, Row>(_ inverse: TableInverse<ID, Row>) -> Bool {
    switch inverse {
    case .updated, .moved, .reordered: true
    case .inserted, .removed, .removedAll, .updatedAll: false
    }
  }

  /// Returns true if both are places of the same single row.
  private static func isSame<ID>(_ left: [TablePlace<ID>], _ right: [TablePlace<ID>]) -> Bool {
    left.count == 1 && right.count == 1 && isUnchanged(left[0].id, from: right[0].id)
  }

  /// Returns true if the only inverse of a step would change nothing.
  private static func isUseless<ID, Row: Equatable>(
    _ inverse: TableInverse<ID, Row>, in table: RowTable<ID, Row>
  ) -> Bool {
    switch inverse {
    case .moved(let places): places.allSatisfy { table.position(of: $0.id) == $0.position }
    case .updatedAll(let old): isUnchanged(table, from: old)
    case .reordered(let order): table.ids.elementsEqual(order) { isUnchanged($0, from: $1) }
    case .updated, .inserted, .removed, .removedAll: false
    }
  }

  /// Returns the cost of keeping the inverses.
  static func cost<ID, Row>(of inverses: [TableInverse<ID, Row>], _ cost: (Row) -> Int) -> Int {
    inverses.reduce(0) { sum, inverse in
      switch inverse {
      case .updated(_, let row), .removed(_, let row, _): sum.addingCost(cost(row))
      case .inserted: sum.addingCost(1)
      case .moved(let places): sum.addingCost(places.count)
      case .reordered(let ids): sum.addingCost(ids.count)
      case .removedAll(let table), .updatedAll(let table): table.reduce(sum) { $0.addingCost(cost($1.row)) }
      }
    }
  }
}

extension Int {
  /// Returns the sum of two costs, at most `Int.max`.
  ///
  /// The functions of an application give the costs; one below zero counts as zero.
  func addingCost(_ cost: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(Swift.max(0, cost))
    return isOver ? .max : sum
  }
}
