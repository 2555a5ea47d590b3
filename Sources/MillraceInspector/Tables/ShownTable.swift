public import Millrace

/// The name of a table in a store's state.
///
/// The inspector copies and sends only the rows of a named table that have changed.
///
/// Name it where the store is shown:
///
/// ```swift
/// inspector?.show(
///   library, state: RecordSchema("library"), messages: RecordSchema("library-message"),
///   tables: [ShownTable(\.books)])
/// ```
///
/// A sample of a state copies it, and a copy shares the storage of its tables, so that the first turn behind
/// the sample would copy all rows. A table that is named is taken out of the copy at once, and the sample
/// costs the rest of the state and the changed rows. A whole state is sampled at the beginning of each
/// connection, and where the table does not remember its changes: after `updateAll`, `sort` or `removeAll`,
/// or more changes than `RowTable.changes(since:)` keeps.
///
/// The state has to archive the table as it is, under names alone, as a synthesised `Codable` does. Any other
/// table is sampled as a part of its state, and ``InspectorError/table(store:reason:)`` says why. If the
/// table's setter is not visible, let the module of the state return the path.
public struct ShownTable<State: Sendable> {
  let table: any StateTable<State>

  /// Creates the name of a table.
  ///
  /// - Parameter path: The path from the state to the table; `\.self` if the state is the table itself. It
  ///   must lead through values alone, and in every state to a table.
  public init<ID: Hashable & Encodable & Sendable, Row: Encodable & Sendable>(
    _ path: WritableKeyPath<State, RowTable<ID, Row>>
  ) {
    table = TypedStateTable(path)
  }
}
