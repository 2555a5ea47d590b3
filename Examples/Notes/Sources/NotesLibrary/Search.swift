public import Katana
public import NotesModel

/// What is looked for, and what was found.
///
/// It is made of the library and can be made again, so no journal keeps it.
public struct Search: Model, Equatable {
  /// What is looked for.
  public internal(set) var query = Query()
  /// What was found for ``answered``, in the order in which it is to be shown.
  public internal(set) var results: [ItemID] = []
  /// The query that the results are of; nil before the first answer.
  public internal(set) var answered: Query?
  /// Whether a search is under way.
  public internal(set) var isSearching = false
  /// Whether the library has changed since that search began.
  var isStale = false

  /// A search that has not begun.
  public init() {}
}

/// What is looked for.
public struct Query: Codable, Hashable, Sendable {
  /// Of which kind.
  public var kind: Kind
  /// Words that all have to be there, in any case, with or without accents; none for everything.
  public var words: String
  /// In which order.
  public var order: Order
  /// Whether todos that are done are left out.
  public var hidesCompleted: Bool

  /// A query.
  public init(
    kind: Kind = .notes, words: String = "", order: Order = .newestFirst, hidesCompleted: Bool = false
  ) {
    self.kind = kind
    self.words = words
    self.order = order
    self.hidesCompleted = hidesCompleted
  }

  /// The order of what is found.
  public enum Order: String, Codable, Hashable, CaseIterable, Sendable {
    /// What has the highest number first; what has none yet before that.
    case newestFirst
    /// What has the lowest number first.
    case oldestFirst
    /// By title, as a dictionary has it.
    case title

    /// The order after this one, and after the last the first.
    public var next: Order {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }
}

/// What happens to a search.
public enum SearchMessage: Message, Hashable {
  /// Something is looked for.
  case look(Query)
  /// The library has changed.
  case libraryChanged
  /// What was found.
  case found(Query, [ItemID])
}
