/// One change of one row of a ``RowTable``.
public struct TableChange<ID: Hashable>: Hashable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    /// The row was added under an id that had no row.
    case inserted
    /// The row was replaced, or lent to code that may have changed it.
    case updated
    /// The row was removed.
    case removed
    /// The row is unchanged and has another position.
    case moved
  }

  /// The id of the row.
  public let id: ID
  /// The kind of the change.
  public let kind: Kind
  /// The stamp of the table after this change.
  public let stamp: ChangeStamp

  @_alwaysEmitIntoClient
  init(id: ID, kind: Kind, stamp: ChangeStamp) {
    self.id = id
    self.kind = kind
    self.stamp = stamp
  }
}

extension TableChange: Sendable where ID: Sendable {}

/// A ``RowTable``'s answer about the changes from an earlier state to its present one.
public enum TableChanges<ID: Hashable>: Hashable {
  /// The table is still in that state.
  case unchanged
  /// These changes, oldest first, lead from that state to the present one; one row may occur several times.
  ///
  /// A row that does not occur is the same in both states. Rows that were not inserted, removed or moved keep
  /// their order. The slice shares the table's log: release it before the table's next change, which would
  /// otherwise copy the log.
  case changed(ArraySlice<TableChange<ID>>)
  /// That state is not in the table's log: it is too old, precedes a change of everything, or belongs to
  /// another table.
  ///
  /// Compare the stamps of the rows you observe, ``RowTable/changeStamp(of:)``, with those you saw last.
  case unknown
}

extension TableChanges: Sendable where ID: Sendable {}
