import NotesModel
import NotesShelf

/// A query for the items of a kind, with their order.
struct ListQuery: Hashable, Sendable {
  enum Order: String, Hashable, Sendable {
    case id, userId, title, completed, name, username, email

    static func known(_ kind: Kind) -> [Order] {
      switch kind {
      case .notes: [.id, .userId, .title]
      case .todos: [.id, .userId, .title, .completed]
      case .users: [.id, .name, .username, .email]
      }
    }
  }

  var kind: Kind
  var page = 1
  /// The number of items on a page.
  var limit = 20
  /// The words that each item must contain, ignoring case.
  var words: [String] = []
  /// The order; equal items are sorted by number.
  var order = Order.id
  var isReversed = false
  /// The number of the author; nil for any.
  var userId: Int?
  /// The state of the todos; nil for any.
  var completed: Bool?

  /// Creates a query for all items of a kind.
  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Parses a query.
  ///
  /// - Throws: ``RequestError/malformedQuery(name:reason:)``.
  init(_ kind: Kind, _ bytes: ArraySlice<UInt8>) throws(RequestError) {
    self.kind = kind
    if bytes.isEmpty { return }
    var query = try Query(bytes)
    page = try query.integer("page", in: 1...1_000_000_000) ?? page
    limit = try query.integer("limit", in: 1...1000) ?? limit
    words = try Self.words(query.take("q") ?? "")
    if let sort = query.take("sort") { try takeOrder(sort) }
    var known = "page, limit, q, sort"
    if kind != .users {
      known += ", userId"
      userId = try query.integer("userId", in: -Shape.numberLimit...Shape.numberLimit)
    }
    if kind == .todos {
      known += ", completed"
      if let text = query.take("completed") {
        guard let value = Bool(text) else {
          throw .malformedQuery(name: "completed", reason: "it must be true or false")
        }
        completed = value
      }
    }
    try query.end(known: known)
  }

  /// The maximum size of all search words in bytes, and their maximum number: each is searched in every item,
  /// which blocks other requests.
  static let (wordBytes, wordCount) = (256, 16)

  private static func words(_ text: String) throws(RequestError) -> [String] {
    let text = text.lowercased()
    guard text.utf8.count <= wordBytes else {
      throw .malformedQuery(name: "q", reason: "it has more than \(wordBytes) bytes")
    }
    var words: [String] = []
    // Split by scalars, as in the links to other pages: a combining mark after a space would include the
    // space.
    for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map({ String($0) })
    where !words.contains(word) { words.append(word) }
    guard words.count <= wordCount else {
      throw .malformedQuery(name: "q", reason: "it has more than \(wordCount) words")
    }
    return words
  }

  private mutating func takeOrder(_ text: String) throws(RequestError) {
    isReversed = text.hasPrefix("-")
    let known = Order.known(kind)
    guard let order = Order(rawValue: isReversed ? String(text.dropFirst()) : text), known.contains(order)
    else {
      throw .malformedQuery(
        name: "sort",
        reason:
          "it must be one of \(known.map(\.rawValue).joined(separator: ", ")), or one with a minus sign, such as -\(known[0])"
      )
    }
    self.order = order
  }

  /// Returns the path of this query with another page.
  func path(page: Int) -> String {
    var path = "/\(kind.rawValue)?page=\(page)&limit=\(limit)"
    if !words.isEmpty { path += "&q=\(words.joined(separator: " ").percentEncoded)" }
    if order != .id || isReversed { path += "&sort=\(isReversed ? "-" : "")\(order.rawValue)" }
    if let userId { path += "&userId=\(userId)" }
    if let completed { path += "&completed=\(completed)" }
    return path
  }
}
