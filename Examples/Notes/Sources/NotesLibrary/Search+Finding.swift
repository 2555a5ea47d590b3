extension Search {
  /// Creates a search with its results, found at once.
  ///
  /// It folds the text of every item, O(text): for a single search. For repeated searches, a store with a
  /// ``SearchInterpreter`` keeps the folded text.
  public init(for query: Query, in library: Library) {
    var index = SearchIndex()
    index.refresh(library.entries)
    self.query = query
    results = index.find(query) ?? []
    answered = query
  }
}
