/// One change of one row of a ``RowTable``.
public struct TableChange<ID: Hashable>: Hashable {
  /// What happened to the row.
  public enum Kind: Hashable, Sendable {
    /// The row was added; it had no row under this id before.
    case inserted
    /// The row was replaced, or lent to somebody who may have changed it.
    case updated
    /// The row was removed.
    case removed
    /// The row is unchanged and stands at another position.
    case moved
  }

  /// The id of the row.
  public let id: ID
  /// What happened to it.
  public let kind: Kind
  /// The stamp the table had after this change.
  public let stamp: ChangeStamp

  @_alwaysEmitIntoClient
  init(id: ID, kind: Kind, stamp: ChangeStamp) {
    self.id = id
    self.kind = kind
    self.stamp = stamp
  }
}

extension TableChange: Sendable where ID: Sendable {}

/// What a ``RowTable`` knows about the way from an earlier state to its present one.
public enum TableChanges<ID: Hashable>: Hashable {
  /// The table is in that state still.
  case unchanged
  /// These changes, oldest first, lead from that state to the present one; one row may occur several times.
  ///
  /// A row that does not occur is the same in both states, and the rows that were not inserted, removed or
  /// moved stand in the same order. The slice shares the table's log: let go of it before the table's next
  /// change, which would copy the log otherwise.
  case changed(ArraySlice<TableChange<ID>>)
  /// That state is not in the table's log: too long ago, before a change of everything, or another table's.
  ///
  /// Compare the stamps of the rows you watch, ``RowTable/changeStamp(of:)``, with those you saw last.
  case unknown
}

extension TableChanges: Sendable where ID: Sendable {}
