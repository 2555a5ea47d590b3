public import Katana

/// What becomes of a search by what is looked for and what is found.
///
/// A newer query takes the place of an older one. A change of the library does not: while a search is under
/// way it is only noted, and the search is done again when it has found something, so that a long row of
/// changes does not keep anything from being found.
public struct SearchUpdater: TypedUpdater, Sendable {
  /// An updater.
  public init() {}

  /// Changes the search in place; answers with what is to be looked for.
  public func update(model search: inout Search, message: SearchMessage) -> [any Command] {
    switch message {
    case .look(let query):
      search.query = query
      return look(&search)
    case .libraryChanged:
      if search.isSearching {
        search.isStale = true
      } else if search.answered != nil {
        return look(&search)
      }
    case .found(let query, let results):
      guard query == search.query else { break }
      search.results = results
      search.answered = query
      search.isSearching = false
      if search.isStale { return look(&search) }
    }
    return []
  }

  private func look(_ search: inout Search) -> [any Command] {
    search.isSearching = true
    search.isStale = false
    return [SearchCommand(search.query)]
  }
}
