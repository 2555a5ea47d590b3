import Millrace
import NotesModel
import NotesShelf

extension Shelf {
  /// Returns the items of a page, and the number of items on all pages.
  ///
  /// Cost: O(limit) for all items sorted by number; otherwise O(items of the kind).
  func page(_ query: ListQuery) -> (rows: [Row], total: Int) {
    let items = items(query.kind)
    let start = (query.page - 1) * query.limit
    if query.isPlain {
      let total = items.count
      guard start < total else { return ([], total) }
      let rows = items.rows
      let places = start..<min(start + query.limit, total)
      return (places.map { rows[query.isReversed ? total - 1 - $0 : $0] }, total)
    }
    var found = matches(query)
    let total = found.count
    query.sort(&found)
    return (Array(found.dropFirst(start).prefix(query.limit)), total)
  }

  private func matches(_ query: ListQuery) -> [Row] {
    let words = query.words.map { Word(Array($0.utf8)) }
    var found: [Row] = []
    for (_, row) in items(query.kind) {
      if let userId = query.userId, row.item.userId != userId { continue }
      if let completed = query.completed, case .todo(let todo) = row.item, todo.completed != completed {
        continue
      }
      if words.allSatisfy({ $0.occurs(in: row.folded) }) { found.append(row) }
    }
    return found
  }
}

extension ListQuery {
  /// True when it matches all items, sorted by number in either direction.
  fileprivate var isPlain: Bool { words.isEmpty && order == .id && userId == nil && completed == nil }

  fileprivate func sort(_ rows: inout [Row]) {
    switch order {
    case .id: if isReversed { rows.reverse() }
    case .userId: sort(&rows) { $0.item.userId ?? 0 }
    case .completed: sort(&rows) { if case .todo(let todo) = $0.item, todo.completed { 1 } else { 0 } }
    case .title, .name: sort(&rows) { $0.item.title.lowercased() }
    case .username: sort(&rows) { Self.user($0)?.username.lowercased() ?? "" }
    case .email: sort(&rows) { Self.user($0)?.email.lowercased() ?? "" }
    }
  }

  /// Sorts by a key that is computed once for each row; equal ones stay sorted by number.
  private func sort(_ rows: inout [Row], by key: (Row) -> some Comparable) {
    let keyed = rows.map { (key: key($0), row: $0) }
    let sorted =
      isReversed ? keyed.sorted { $0.key > $1.key } : keyed.sorted { $0.key < $1.key }
    rows = sorted.map(\.row)
  }

  private static func user(_ row: Row) -> User? {
    if case .user(let user) = row.item { user } else { nil }
  }
}
