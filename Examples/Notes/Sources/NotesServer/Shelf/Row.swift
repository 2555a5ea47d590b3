import NotesModel

/// An item on the shelf.
///
/// It is immutable: a change replaces it. So a copy of the shelf, as for a snapshot, shares the rows, and the
/// JSON and the search text are made once per change.
final class Row: Sendable {
  let item: Item
  /// The number of changes.
  let version: Int
  /// The number of its last change.
  let sequence: Int
  /// The key of the request for the last change.
  let key: String?
  /// The item as it is sent.
  let json: [UInt8]
  /// The version as a header.
  let tag: String
  /// The text for searches, in lower case.
  let folded: [UInt8]

  init(_ item: Item, version: Int, sequence: Int, key: String?) {
    self.item = item
    self.version = version
    self.sequence = sequence
    self.key = key
    json = JSONWriter.json(item)
    tag = "\"\(version)\""
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
  static func == (left: Row, right: Row) -> Bool {
    left === right
      || left.item == right.item && left.version == right.version && left.sequence == right.sequence
        && left.key == right.key
  }
}

/// The record of a deleted item.
struct Tombstone: Hashable, Sendable {
  /// The version of the deletion.
  var version: Int
  /// The number of the deletion.
  var sequence: Int
  /// The key of the request for the deletion.
  var key: String?
}
