import Katana
import Millrace
import NotesModel

/// The folded text of each visible item.
///
/// It is updated by the library's changes, so a search after a change folds one item and not all of them.
struct SearchIndex {
  private var shelves: [Kind: SearchShelf] = [:]
  private var news = TableNews<ItemID>()

  /// Updates the index.
  ///
  /// O(changes) where the table remembers them; otherwise O(items), where only changed ones are folded.
  mutating func refresh(_ entries: RowTable<ItemID, Entry>) {
    for id in news.changes(in: entries) {
      if let item = entries[id]?.content {
        shelves[id.kind, default: SearchShelf()].put(item)
      } else {
        shelves[id.kind]?.remove(id.number)
      }
    }
  }

  /// Returns the matches of a query, in its order; nil when cancelled.
  mutating func find(_ query: Query, isCancelled: () -> Bool = { false }) -> [ItemID]? {
    guard let found = shelves[query.kind]?.find(query, isCancelled: isCancelled) else {
      return shelves[query.kind] == nil ? [] : nil
    }
    return found.map { ItemID(query.kind, $0) }
  }
}

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
