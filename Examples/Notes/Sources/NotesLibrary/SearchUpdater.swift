public import Katana

/// The updates of a search.
///
/// A newer query replaces an older one. A change of the library does not: during a search it is only
/// recorded, and the search runs again after its result, so that a long series of changes does not block all
/// results.
public struct SearchUpdater: TypedUpdater, Sendable {
  public init() {}

  /// Changes the search in place; returns the search to run.
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
