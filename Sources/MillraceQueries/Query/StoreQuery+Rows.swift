public import Millrace
import MillraceCore

extension StoreQuery {
  /// Creates a query whose answers are rows of a table that it shares with other queries.
  ///
  /// The cache keeps the ids in the order of the answer, and the table the rows. A row that one query fetches
  /// is therefore the same in all. Rows that no query refers to any more stay in the table. As in an endless
  /// list, a row that comes twice keeps its first position and has its last contents.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects and in errors, unique among the queries of a store.
  ///   - path: The property that holds the cache of ids.
  ///   - rows: The property that holds the table of rows.
  ///   - embed: A function that wraps the query's messages into those of the state.
  ///   - wanted: A function that returns the keys that a state asks for.
  ///   - policy: The times and rules.
  ///   - tags: A function that returns the tags of a value, by which it is invalidated.
  ///   - placeholder: A function that returns the ids to show while there are none.
  ///   - fetch: A function that fetches the rows for a key.
  public convenience init<Row: Identifiable & Equatable & Sendable>(
    _ name: String, at path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable,
    rows: any WritableKeyPath<State, RowTable<Row.ID, Row>> & Sendable,
    _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    wanted: @escaping @Sendable (State) -> [Key] = { _ in [] }, policy: QueryPolicy = QueryPolicy(),
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag] = { _, _ in [] },
    placeholder: (@Sendable (State, Key) -> Value?)? = nil,
    fetch: @escaping @Sendable (Key, QueryContext) async throws -> Answer
  ) where Answer == [Row], Value == [Row.ID] {
    self.init(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      keep: { state, answer in
        for row in answer { state[keyPath: rows].merge(row) }
        var page = QueryPages<Int, Row.ID>()
        page.join(QueryPages([QueryPage(answer.map(\.id), next: nil)]), .refresh, limit: nil, id: { $0 })
        return page.rows
      }, fetch: fetch)
  }
}

extension RowTable where Row: Identifiable & Equatable, Row.ID == ID {
  /// Adds the row or replaces the one with its id, unless that is equal, which would count as a change.
  mutating func merge(_ row: Row) {
    if !isUnchanged(row, from: self[row.id]) { self[row.id] = row }
  }
}
