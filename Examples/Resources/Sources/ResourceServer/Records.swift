/// The server's records of one kind, by id: a value that decides, without side effects.
struct Records {
  typealias Row = [String: Value]

  struct Refusal: Error, Equatable {
    let status: Int
    let error: String
  }

  /// The name of one record in sentences.
  private let word: String
  /// The fields with their default values; a title is required.
  private let fields: Row
  private var ids: [Int] = []
  private var rows: [Int: Row] = [:]
  private var lastID = 0

  init(of word: String, fields: Row, rows: [Row]) {
    self.word = word
    self.fields = fields
    for row in rows { _ = insert(row) }
  }

  /// The records, the oldest first.
  var all: [Row] { ids.compactMap { rows[$0] } }

  func row(_ id: Int) throws(Refusal) -> Row {
    guard let row = rows[id] else { throw Refusal(status: 404, error: "There is no \(word) \(id).") }
    return row
  }

  mutating func create(_ draft: Row) throws(Refusal) -> Row {
    guard draft["title"] != nil else {
      throw Refusal(status: 422, error: "A \(word) needs a title.")
    }
    try check(draft, except: nil)
    return insert(fields.merging(draft) { $1 })
  }

  mutating func change(_ id: Int, _ change: Row) throws(Refusal) -> Row {
    let row = try row(id)
    try check(change, except: id)
    let changed = row.merging(change) { $1 }
    rows[id] = changed
    return changed
  }

  mutating func remove(_ id: Int) throws(Refusal) {
    _ = try row(id)
    rows[id] = nil
    ids.removeAll { $0 == id }
  }

  private mutating func insert(_ row: Row) -> Row {
    lastID += 1
    var row = row
    row["id"] = .number(lastID)
    ids.append(lastID)
    rows[lastID] = row
    return row
  }

  private func check(_ change: Row, except id: Int?) throws(Refusal) {
    for (name, value) in change.sorted(by: { $0.key < $1.key }) {
      guard let field = fields[name], field.isLike(value) else {
        throw Refusal(status: 422, error: "A \(word) has no such '\(name)'.")
      }
    }
    guard let title = change["title"] else { return }
    if title == .text("") { throw Refusal(status: 422, error: "A \(word) needs a title.") }
    if let other = ids.first(where: { $0 != id && rows[$0]?["title"] == title }) {
      throw Refusal(status: 409, error: "That is the title of \(word) \(other) already.")
    }
  }
}
