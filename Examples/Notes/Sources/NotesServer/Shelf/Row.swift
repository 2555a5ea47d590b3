import NotesModel

/// An item on the shelf.
///
/// It is immutable: a change replaces it. So a copy of the shelf, as for a snapshot, shares the rows, and the
/// JSON and the search text are made once per change.
final class Row: Sendable {
  /// The item's last change.
  let entry: FeedEntry
  let item: Item
  /// The item as it is sent.
  let json: [UInt8]
  /// The version as a header.
  let tag: String
  /// The text for searches, in lower case.
  let folded: [UInt8]

  var version: Int { entry.version }
  var sequence: Int { entry.sequence }

  /// Creates the row of an entry; nil for a deletion.
  init?(_ entry: FeedEntry) {
    guard let item = entry.item else { return nil }
    self.entry = entry
    self.item = item
    json = JSON.bytes(item.content)
    tag = "\"\(entry.version)\""
    folded = Array(Self.text(of: item).lowercased().utf8)
  }

  private static func text(of item: Item) -> String {
    switch item {
    case .note(let note): "\(note.title)\n\(note.body)"
    case .todo(let todo): todo.title
    case .user(let user): "\(user.name)\n\(user.username)\n\(user.email)"
    }
  }
}

extension Row: Equatable {
  /// Returns whether both have the same content and version.
  static func == (left: Row, right: Row) -> Bool { left === right || left.entry == right.entry }
}
