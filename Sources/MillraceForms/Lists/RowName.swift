/// The names of rows and of their fields, such as `lines[7]` and `lines[7].amount`.
///
/// They are made of ids and not of positions, so that they stay when rows are added, removed and moved.
struct RowName {
  let list: String
  /// The text of the row's id, with escapes.
  let id: String
  /// The name of the field within the row; nil for the row itself.
  let field: String?

  /// Reads a name; nil for one that is not of a row.
  init?(_ name: String) {
    guard let open = name.firstIndex(of: "[") else { return nil }
    list = String(name[..<open])
    var end = name.index(after: open)
    while end < name.endIndex, name[end] != "]" {
      if name[end] == "\\" { end = name.index(after: end) }
      if end < name.endIndex { end = name.index(after: end) }
    }
    guard end < name.endIndex else { return nil }
    id = String(name[name.index(after: open)..<end])
    let rest = name[name.index(after: end)...]
    if rest.isEmpty {
      field = nil
    } else {
      guard rest.first == "." else { return nil }
      field = String(rest.dropFirst())
    }
  }

  static func row(_ list: String, _ id: String) -> String { "\(list)[\(id)]" }

  static func field(_ list: String, _ id: String, _ field: String) -> String { "\(list)[\(id)].\(field)" }

  /// The name of a field in all rows, such as `lines[].amount`.
  static func pattern(_ list: String, _ field: String?) -> String {
    field.map { "\(list)[].\($0)" } ?? "\(list)[]"
  }

  /// Returns the text of an id, with a backslash before each bracket that ends ids and before each backslash.
  static func text(_ id: some Hashable) -> String {
    let text = "\(id)"
    guard text.contains(where: { $0 == "]" || $0 == "\\" }) else { return text }
    return text.map { $0 == "]" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  }
}

/// The way to a row of a list: by its id, beginning where it was last seen.
struct RowLocator<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  /// The text of the id.
  let text: String
  private let id: Row.ID?
  private let hint: Int

  init(_ id: Row.ID, hint: Int = 0) {
    text = RowName.text(id)
    self.id = id
    self.hint = hint
  }

  init(text: String) {
    self.text = text
    id = nil
    hint = 0
  }

  /// Returns the position of the row; nil if it is not there.
  ///
  /// Cost: O(rows), and O(n) while the row is n places from where it was seen.
  func index(in rows: [Row]) -> Int? {
    if rows.isEmpty { return nil }
    let start = min(hint, rows.count - 1)
    for distance in 0...max(start, rows.count - 1 - start) {
      let (before, after) = (start - distance, start + distance)
      if before >= 0, isMeant(rows[before]) { return before }
      if after < rows.count, isMeant(rows[after]) { return after }
    }
    return nil
  }

  private func isMeant(_ row: Row) -> Bool { id.map { row.id == $0 } ?? (RowName.text(row.id) == text) }
}
