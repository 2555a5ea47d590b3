extension Search {
  /// What a library has for a query, found at once.
  ///
  /// It folds the text of every item, O(text): for those who look once. Whoever looks again and again has a store with a
  /// ``SearchInterpreter``, which keeps what it has folded.
  public init(for query: Query, in library: Library) {
    var index = SearchIndex()
    index.refresh(library.entries)
    self.query = query
    results = index.find(query) ?? []
    answered = query
  }
}
