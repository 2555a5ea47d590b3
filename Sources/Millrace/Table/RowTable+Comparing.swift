package import MillraceCore

extension RowTable: Equatable where Row: Equatable {
  /// Returns true if both have the same ids with equal rows in the same order.
  ///
  /// Cost: O(1) for a copy, otherwise O(n). A row that neither table has changed since one was copied from
  /// the other is not compared.
  @_alwaysEmitIntoClient
  public static func == (left: RowTable, right: RowTable) -> Bool {
    left.changeStamp == right.changeStamp || left.storage.isEqual(to: right.storage)
  }
}

extension RowTable: Hashable where Row: Hashable {
  /// Hashes the ids and rows, in order.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (id, row) in self {
      hasher.combine(id)
      hasher.combine(row)
    }
  }
}

extension RowTable.IDs: Equatable {
  /// Returns true if both have the same ids in the same order.
  ///
  /// Cost: O(1) for views of one order, otherwise O(n).
  @_alwaysEmitIntoClient
  public static func == (left: RowTable.IDs, right: RowTable.IDs) -> Bool {
    left.changeStamp == right.changeStamp || left.elementsEqual(right)
  }
}

extension RowTable.Rows: Equatable where Row: Equatable {
  /// Returns true if both have equal rows in the same order.
  ///
  /// Cost: O(1) for views of one state, otherwise O(n).
  @_alwaysEmitIntoClient
  public static func == (left: RowTable.Rows, right: RowTable.Rows) -> Bool {
    left.changeStamp == right.changeStamp || left.elementsEqual(right)
  }
}

extension TableStorage where Row: Equatable {
  @_alwaysEmitIntoClient
  func isEqual(to other: TableStorage) -> Bool {
    guard count == other.count else { return false }
    var left = RowTable.Iterator(self)
    var right = RowTable.Iterator(other)
    while let here = left.nextSlot(), let there = right.nextSlot() {
      guard isUnchanged(slots[here].id, from: other.slots[there].id) else { return false }
      // The same id and the same stamp mean the same contents.
      guard slots[here].stamp == other.slots[there].stamp || slots[here].row == other.slots[there].row else {
        return false
      }
    }
    return true
  }
}

extension RowTable: PartwiseComparable {
  package func hasSameElements(as other: RowTable, _ comparison: inout PartComparison) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy {
        isUnchanged($0.id, from: $1.id) && comparison.isSame(any: $0.row, $1.row)
      }
  }
}
