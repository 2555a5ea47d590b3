import MillraceCore

/// A page of an endless list, as a request returns it.
public struct QueryPage<Cursor: Hashable & Sendable, Row: Sendable>: Sendable {
  /// The rows.
  public var rows: [Row]
  /// The cursor of the page after this one; nil if this is the last.
  public var next: Cursor?
  /// The cursor of the page before this one; nil if this is the first, or the list has no way back.
  public var previous: Cursor?
  /// The cursor by which the page was requested; nil for the first request.
  public internal(set) var cursor: Cursor?

  /// Creates a page from an answer.
  ///
  /// A cursor should name a row, as in "after the row 7". A cursor that counts rows leads to another place
  /// when a row before it is inserted or removed.
  public init(_ rows: [Row], next: Cursor?, previous: Cursor? = nil) {
    self.rows = rows
    self.next = next
    self.previous = previous
  }

  func map<Other: Sendable>(_ transform: (Row) -> Other) -> QueryPage<Cursor, Other> {
    var page = QueryPage<Cursor, Other>(rows.map(transform), next: next, previous: previous)
    page.cursor = cursor
    return page
  }
}

extension QueryPage: Equatable where Row: Equatable {}
extension QueryPage: Hashable where Row: Hashable {}
extension QueryPage: Codable where Cursor: Codable, Row: Codable {}

/// The loaded pages of an endless list: the value of a query that is created with pages.
///
/// The pages are a run without gaps: each was requested by the cursor of its neighbour. No row occurs twice.
public struct QueryPages<Cursor: Hashable & Sendable, Row: Sendable>: Sendable {
  /// The pages in their order.
  public internal(set) var pages: [QueryPage<Cursor, Row>]

  init(_ pages: [QueryPage<Cursor, Row>]) {
    self.pages = pages
  }

  /// The rows of all pages in their order; O(n).
  public var rows: [Row] { pages.flatMap(\.rows) }

  /// The cursor of the page after the last one; nil at the end of the list.
  public var next: Cursor? { pages.last?.next }

  /// The cursor of the page before the first one; nil at the beginning of the list.
  public var previous: Cursor? { pages.first?.previous }

  /// Creates a list of no pages, such as for a placeholder.
  public init() { pages = [] }

  /// Changes the rows of each page, such as for an optimistic change.
  public mutating func changeRows(_ body: (inout [Row]) -> Void) {
    for index in pages.indices { body(&pages[index].rows) }
  }

  // MARK: Joining

  /// Returns true if there is a page in this direction.
  func has(_ direction: QueryDirection) -> Bool {
    switch direction {
    case .refresh: true
    case .next: next != nil
    case .previous: previous != nil
    }
  }

  /// Adds the pages of an answer.
  ///
  /// A row that is loaded already keeps its position and takes its new contents. Pages beyond the limit leave
  /// at the other end, but for one that its neighbour has no cursor to fetch again. An answer that is not the
  /// neighbour of what is loaded is left out.
  mutating func join<ID: Hashable>(
    _ answer: QueryPages, _ direction: QueryDirection, limit: Int?, id: (Row) -> ID
  ) {
    if direction == .refresh { pages = [] }
    var known = positions(id)
    switch direction {
    case .refresh, .next:
      for page in answer.pages
      where pages.isEmpty || direction == .refresh || isUnchanged(page.cursor, from: next) {
        let added = addingUnknownRows(of: page, known, id)
        for (row, content) in added.rows.enumerated() {
          known[ReflexiveKey(id(content))] = (pages.count, row)
        }
        pages.append(added)
      }
      guard direction == .next, let limit else { return }
      while pages.count > max(limit, 1), pages[1].previous != nil { pages.removeFirst() }
    case .previous:
      for page in answer.pages.prefix(1) where pages.isEmpty || isUnchanged(page.cursor, from: previous) {
        pages.insert(addingUnknownRows(of: page, known, id), at: 0)
      }
      guard let limit else { return }
      while pages.count > max(limit, 1), pages[pages.count - 2].next != nil { pages.removeLast() }
    }
  }

  private func positions<ID: Hashable>(_ id: (Row) -> ID) -> [ReflexiveKey<ID>: (page: Int, row: Int)] {
    var positions: [ReflexiveKey<ID>: (page: Int, row: Int)] = [:]
    for (index, page) in pages.enumerated() {
      for (row, content) in page.rows.enumerated() { positions[ReflexiveKey(id(content))] = (index, row) }
    }
    return positions
  }

  /// Returns the page without rows that are loaded already, whose new contents it puts in their positions.
  private mutating func addingUnknownRows<ID: Hashable>(
    of page: QueryPage<Cursor, Row>, _ known: [ReflexiveKey<ID>: (page: Int, row: Int)], _ id: (Row) -> ID
  ) -> QueryPage<Cursor, Row> {
    var result = page
    result.rows = []
    var own: [ReflexiveKey<ID>: Int] = [:]
    for row in page.rows {
      let key = ReflexiveKey(id(row))
      if let position = known[key] {
        pages[position.page].rows[position.row] = row
      } else if let index = own[key] {
        result.rows[index] = row
      } else {
        own[key] = result.rows.count
        result.rows.append(row)
      }
    }
    return result
  }

  func map<Other: Sendable>(_ transform: (Row) -> Other) -> QueryPages<Cursor, Other> {
    QueryPages<Cursor, Other>(pages.map { $0.map(transform) })
  }
}

extension QueryPages: Equatable where Row: Equatable {}
extension QueryPages: Hashable where Row: Hashable {}
extension QueryPages: Codable where Cursor: Codable, Row: Codable {}
