public import Millrace

extension StoreQuery {
  /// Creates a query of an endless list, which is loaded page by page.
  ///
  /// A refresh loads all pages that are loaded again, in their order, each by the cursor of the page before
  /// it, and replaces them when the last has come. Pages never load at the same time. A page that fails is
  /// tried again by itself, each with the attempts of the policy; those before it are not fetched again.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects and in errors, unique among the queries of a store.
  ///   - path: The property that holds the cache.
  ///   - embed: A function that wraps the query's messages into those of the state.
  ///   - limit: The greatest number of pages to keep; beyond it pages leave at the other end. A page stays if
  ///     its neighbour has no cursor to fetch it again, as the first one of pages without `previous`.
  ///   - wanted: A function that returns the keys that a state asks for.
  ///   - policy: The times and rules.
  ///   - tags: A function that returns the tags of a value, by which it is invalidated.
  ///   - placeholder: A function that returns the pages to show while there are none.
  ///   - fetch: A function that fetches one page of a key, by the cursor of its neighbour, or the first one.
  public convenience init<Cursor: Hashable & Sendable, Row: Identifiable & Equatable & Sendable>(
    pagesOf name: String, at path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable,
    _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    limit: Int? = nil,
    wanted: @escaping @Sendable (State) -> [Key] = { _ in [] }, policy: QueryPolicy = QueryPolicy(),
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag] = { _, _ in [] },
    placeholder: (@Sendable (State, Key) -> Value?)? = nil,
    fetch: @escaping @Sendable (Key, Cursor?, QueryContext) async throws -> QueryPage<Cursor, Row>
  ) where Answer == QueryPages<Cursor, Row>, Value == QueryPages<Cursor, Row> {
    self.init(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      allows: { $1 == .refresh || $0?.has($1) == true },
      fetch: { key, part, context in
        try await part.load { try await fetch(key, $0, $1 ? context : context.withoutFailures) }
      },
      fold: { _, old, answer, direction in
        var pages = old ?? QueryPages()
        pages.join(answer, direction, limit: limit, id: \.id)
        return pages
      })
  }

  /// Creates a query of an endless list whose rows are in a table that it shares with other queries.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects and in errors, unique among the queries of a store.
  ///   - path: The property that holds the cache of ids.
  ///   - rows: The property that holds the table of rows.
  ///   - embed: A function that wraps the query's messages into those of the state.
  ///   - limit: The greatest number of pages to keep; beyond it pages leave at the other end. A page stays if
  ///     its neighbour has no cursor to fetch it again, as the first one of pages without `previous`.
  ///   - wanted: A function that returns the keys that a state asks for.
  ///   - policy: The times and rules.
  ///   - tags: A function that returns the tags of a value, by which it is invalidated.
  ///   - placeholder: A function that returns the pages to show while there are none.
  ///   - fetch: A function that fetches one page of a key, by the cursor of its neighbour, or the first one.
  public convenience init<Cursor: Hashable & Sendable, Row: Identifiable & Equatable & Sendable>(
    pagesOf name: String, at path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable,
    rows: any WritableKeyPath<State, RowTable<Row.ID, Row>> & Sendable,
    _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    limit: Int? = nil,
    wanted: @escaping @Sendable (State) -> [Key] = { _ in [] }, policy: QueryPolicy = QueryPolicy(),
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag] = { _, _ in [] },
    placeholder: (@Sendable (State, Key) -> Value?)? = nil,
    fetch: @escaping @Sendable (Key, Cursor?, QueryContext) async throws -> QueryPage<Cursor, Row>
  ) where Answer == QueryPages<Cursor, Row>, Value == QueryPages<Cursor, Row.ID> {
    self.init(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      allows: { $1 == .refresh || $0?.has($1) == true },
      fetch: { key, part, context in
        try await part.load { try await fetch(key, $0, $1 ? context : context.withoutFailures) }
      },
      fold: { state, old, answer, direction in
        for row in answer.rows { state[keyPath: rows].merge(row) }
        var pages = old ?? QueryPages()
        pages.join(answer.map(\.id), direction, limit: limit, id: { $0 })
        return pages
      })
  }

  /// Loads the page after the last one; does nothing at the end of the list.
  ///
  /// While that page is loading, the call does nothing. While all pages are refreshed, the page waits for the
  /// end of the refresh.
  public func fetchNext<Cursor, Row>(_ key: Key, in state: inout State) -> Effect<Message>
  where Value == QueryPages<Cursor, Row> {
    change(&state) { $0.fetch(key, .next, rules) }
  }

  /// Loads the page before the first one; does nothing at the beginning of the list.
  public func fetchPrevious<Cursor, Row>(_ key: Key, in state: inout State) -> Effect<Message>
  where Value == QueryPages<Cursor, Row> {
    change(&state) { $0.fetch(key, .previous, rules) }
  }
}

extension QueryPart {
  /// Loads one page at an end, or all pages again, one after another, behind those that have come already.
  ///
  /// - Parameter fetch: A function that fetches the page of a cursor. Its second argument is true for the
  ///   first page of the attempt, which earlier attempts may have failed to fetch.
  func load<Cursor, Element, Row>(
    _ fetch: (Cursor?, _ isFirst: Bool) async throws -> QueryPage<Cursor, Row>
  ) async throws -> QueryPages<Cursor, Row> where Value == QueryPages<Cursor, Element> {
    switch direction {
    case .next, .previous:
      let cursor = direction == .next ? value?.next : value?.previous
      var page = try await fetch(cursor, true)
      page.cursor = cursor
      return QueryPages([page])
    case .refresh:
      let limit = (value?.pages.count ?? 1) - (partial?.pages.count ?? 0)
      var pages: [QueryPage<Cursor, Row>] = []
      var cursor = partial?.next ?? value?.pages.first?.cursor
      repeat {
        do {
          var page = try await fetch(cursor, pages.isEmpty)
          page.cursor = cursor
          pages.append(page)
          cursor = page.next
        } catch  where !pages.isEmpty {
          throw PartialAnswer(answer: QueryPages(pages), error: error)
        }
      } while cursor != nil && pages.count < limit
      return QueryPages(pages)
    }
  }
}
