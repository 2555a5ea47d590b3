import NotesModel

/// Which items of a kind are asked for, and in which order.
struct ListQuery: Hashable, Sendable {
  /// What items are ordered by.
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

  /// Of which kind.
  var kind: Kind
  /// Which page, from 1.
  var page = 1
  /// How many on a page.
  var limit = 20
  /// What all of them have to contain, in any case.
  var words: [String] = []
  /// What they are ordered by; those that are the same in it are in the order of their numbers.
  var order = Order.id
  /// Whether the last comes first.
  var isReversed = false
  /// Whose they have to be; nil for anybody's.
  var userId: Int?
  /// Whether they have to be done or not; nil for both.
  var completed: Bool?

  /// All items of a kind, page by page.
  init(_ kind: Kind) {
    self.kind = kind
  }

  /// What a query asks for.
  ///
  /// - Throws: ``RequestError/malformedQuery(name:reason:)``.
  init(_ kind: Kind, _ bytes: ArraySlice<UInt8>) throws(RequestError) {
    self.kind = kind
    if bytes.isEmpty { return }
    var query = try Query(bytes)
    page = try query.integer("page", in: 1...1_000_000_000, default: 1)
    limit = try query.integer("limit", in: 1...1000, default: 20)
    words = try Self.words(query.take("q") ?? "")
    if let sort = query.take("sort") { try takeOrder(sort) }
    var known = "page, limit, q, sort"
    if kind != .users {
      known += ", userId"
      let most = ItemReader.numberLimit
      // Below every number there is, for: it is not there.
      let user = try query.integer("userId", in: -most...most, default: .min)
      userId = user == .min ? nil : user
    }
    if kind == .todos {
      known += ", completed"
      if let text = query.take("completed") {
        guard let value = Bool(text) else {
          throw .malformedQuery(name: "completed", reason: "it is to be true or false")
        }
        completed = value
      }
    }
    try query.end(known: known)
  }

  /// The bytes of all words that are looked for, and how many words there may be: each is looked for in every item while
  /// others wait.
  static let (wordBytes, wordCount) = (256, 16)

  private static func words(_ text: String) throws(RequestError) -> [String] {
    let text = text.lowercased()
    guard text.utf8.count <= wordBytes else {
      throw .malformedQuery(name: "q", reason: "it has more than the \(wordBytes) bytes that are looked for")
    }
    var words: [String] = []
    // By scalars, as a link to another page has them: a mark behind a space would take the space with it.
    for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map({ String($0) })
    where !words.contains(word) { words.append(word) }
    guard words.count <= wordCount else {
      throw .malformedQuery(name: "q", reason: "it has more than the \(wordCount) words that are looked for")
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
          "it is to be one of \(known.map(\.rawValue).joined(separator: ", ")), or -\(known[0]) and so on")
    }
    self.order = order
  }

  /// The path of this query with another page.
  func path(page: Int) -> String {
    var path = "/\(kind.rawValue)?page=\(page)&limit=\(limit)"
    if !words.isEmpty { path += "&q=\(PercentDecoding.encoded(words.joined(separator: " ")))" }
    if order != .id || isReversed { path += "&sort=\(isReversed ? "-" : "")\(order.rawValue)" }
    if let userId { path += "&userId=\(userId)" }
    if let completed { path += "&completed=\(completed)" }
    return path
  }
}
