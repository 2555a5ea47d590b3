import Foundation
import Katana
import NotesModel

/// The items of one kind, in the form for searching.
struct SearchShelf {
  private struct Row {
    let number: Int
    /// The folded text, which begins with the title.
    let text: [UInt8]
    let titleCount: Int
    let isDone: Bool

    var title: ArraySlice<UInt8> { text[..<titleCount] }
  }

  private var rows: [Row?] = []
  private var places: [Int: Int] = [:]
  private var vacant: [Int] = []
  private var byNumber = SearchOrder()
  private var byTitle = SearchOrder()

  /// Inserts an item, or replaces the one with its number.
  mutating func put(_ item: Item) {
    let place = places[item.id.number] ?? vacant.popLast() ?? rows.count
    if place == rows.count { rows.append(nil) }
    let title = FoldedText.bytes(of: item.title)
    let rest = item.rest
    let isDone = if case .todo(let todo) = item { todo.completed } else { false }
    let text = rest.isEmpty ? title : title + [0x0A] + FoldedText.bytes(of: rest)
    rows[place] = Row(number: item.id.number, text: text, titleCount: title.count, isDone: isDone)
    places[item.id.number] = place
    note(place)
  }

  /// Removes the item with a number, if there is one.
  mutating func remove(_ number: Int) {
    guard let place = places.removeValue(forKey: number) else { return }
    rows[place] = nil
    vacant.append(place)
    note(place)
  }

  private mutating func note(_ place: Int) {
    byNumber.note(place)
    byTitle.note(place)
  }

  /// Returns the numbers of a query's matches, in its order; nil when cancelled.
  mutating func find(_ query: Query, isCancelled: () -> Bool) -> [Int]? {
    let words = FoldedText.words(of: query.words).map { Word($0) }
    // Scanned in memory order, and sorted after that: several times as fast as the other way.
    var fits = [Bool](repeating: false, count: rows.count)
    for (place, row) in rows.enumerated() {
      if place % 1024 == 0, isCancelled() { return nil }
      guard let row, !(query.hidesCompleted && row.isDone) else { continue }
      fits[place] = words.allSatisfy { $0.occurs(in: row.text) }
    }
    return sorted(query.order).compactMap { fits[$0] ? rows[$0]?.number : nil }
  }

  private mutating func sorted(_ order: Query.Order) -> [Int] {
    let rows = rows
    let isThere = { (place: Int) in rows[place] != nil }
    switch order {
    case .newestFirst:
      return byNumber.sorted(where: isThere) { Self.isNewer(rows[$0], rows[$1]) }
    case .oldestFirst:
      return byNumber.sorted(where: isThere) { Self.isNewer(rows[$0], rows[$1]) }.reversed()
    case .title:
      return byTitle.sorted(where: isThere) { left, right in
        guard let left = rows[left], let right = rows[right] else { return false }
        if left.title == right.title { return Self.isNewer(left, right) }
        return left.title.lexicographicallyPrecedes(right.title)
      }
    }
  }

  /// Returns whether one item is newer: those without a number of the server are newest, and count downwards.
  private static func isNewer(_ left: Row?, _ right: Row?) -> Bool {
    guard let left = left?.number, let right = right?.number else { return false }
    return (left > 0) == (right > 0) ? (left > 0 ? left > right : left < right) : left < right
  }
}

extension Item {
  /// The searchable text in addition to the title.
  fileprivate var rest: String {
    switch self {
    case .note(let note): return note.body
    case .todo: return ""
    case .user(let user):
      let parts = [
        user.username, user.email, user.address?.street, user.address?.city, user.phone, user.website,
        user.company?.name,
      ]
      return parts.compactMap(\.self).joined(separator: "\n")
    }
  }
}

/// A sorted order that is updated incrementally: changed elements are sorted in behind the unchanged ones,
/// which the standard library's sort finds in order.
struct SearchOrder {
  /// The sorted positions, except for outdated ones.
  private var places: [Int] = []
  private var changed: Set<Int> = []

  /// Records that the element at a position was changed, added or removed.
  mutating func note(_ place: Int) { changed.insert(place) }

  /// Returns all positions in order.
  ///
  /// O(n) when few elements have changed.
  ///
  /// - Parameters:
  ///   - isThere: A closure that returns whether there is an element at a position.
  ///   - isBefore: A closure that compares the elements at two positions; no two are equal.
  mutating func sorted(
    where isThere: (Int) -> Bool, by isBefore: (Int, Int) -> Bool
  ) -> [Int] {
    if changed.isEmpty { return places }
    places = places.filter { !changed.contains($0) } + changed.filter(isThere)
    changed = []
    places.sort(by: isBefore)
    return places
  }
}

/// Text without case and accents, as bytes, which are fast to search.
enum FoldedText {
  /// Returns the bytes of the folded text.
  static func bytes(of text: String) -> [UInt8] {
    var text = text
    let plain = text.withUTF8 { bytes -> [UInt8]? in
      if bytes.contains(where: { $0 >= 0x80 }) { return nil }
      return bytes.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    }
    if let plain { return plain }
    return Array(
      text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).utf8)
  }

  static func words(of text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { bytes(of: String($0)) }
  }
}
