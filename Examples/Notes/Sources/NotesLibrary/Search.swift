public import Katana
public import NotesModel

/// A query and its results.
///
/// It is derived from the library, so no journal records it.
public struct Search: Model, Codable, Equatable, Sendable {
  public internal(set) var query = Query()
  /// The results of ``answered``, in display order.
  public internal(set) var results: [ItemID] = []
  /// The query of the results; nil before the first answer.
  public internal(set) var answered: Query?
  public internal(set) var isSearching = false
  /// True when the library has changed since that search began.
  var isStale = false

  public init() {}
}

public struct Query: Codable, Hashable, Sendable {
  public var kind: Kind
  /// Words that must all occur, ignoring case and accents; empty for everything.
  public var words: String
  public var order: Order
  public var hidesCompleted: Bool

  public init(
    kind: Kind = .notes, words: String = "", order: Order = .newestFirst, hidesCompleted: Bool = false
  ) {
    self.kind = kind
    self.words = words
    self.order = order
    self.hidesCompleted = hidesCompleted
  }

  public enum Order: String, Codable, Hashable, CaseIterable, Sendable {
    /// Descending by number, after items without a number of the server.
    case newestFirst
    /// Ascending by number.
    case oldestFirst
    /// By title, in dictionary order.
    case title

    /// The next order; the first after the last.
    public var next: Order {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }
}

public enum SearchMessage: Message, Codable, Hashable {
  /// A query is entered.
  case look(Query)
  case libraryChanged
  case found(Query, [ItemID])
}

/// The schemas of searches, for an inspector.
public enum SearchSchemas {
  public static var states: RecordSchema<Search> { RecordSchema("search") }
  public static var messages: RecordSchema<any Message> {
    RecordSchema<any Message>().adding(SearchMessage.self, "search-message")
  }
}

/// The updates of a search.
///
/// A newer query replaces an older one. A change of the library does not: during a search it is only
/// recorded, and the search runs again after its result, so that a long series of changes does not block all
/// results.
public struct SearchUpdater: TypedUpdater, Sendable {
  public init() {}

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
    return [SearchCommand(query: search.query)]
  }
}
