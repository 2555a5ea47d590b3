import NotesModel

/// An item on the shelf.
///
/// It never changes: a change puts another in its place. So a copy of the shelf, as it is made for a snapshot, shares
/// them, and what is sent and searched is made once for each change.
final class Row: Sendable {
  /// What it is.
  let item: Item
  /// How often it was changed.
  let version: Int
  /// The number of its last change.
  let sequence: Int
  /// The key under which that was asked for.
  let key: String?
  /// The item as it is sent.
  let json: [UInt8]
  /// The version as a header.
  let tag: String
  /// What is looked through for words, in lower case.
  let folded: [UInt8]

  /// A row.
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
  /// Whether both say the same of the same item.
  static func == (left: Row, right: Row) -> Bool {
    left === right
      || left.item == right.item && left.version == right.version && left.sequence == right.sequence
        && left.key == right.key
  }
}

/// What is left of an item that was deleted.
struct Tombstone: Hashable, Sendable {
  /// The version of the deletion.
  var version: Int
  /// The number of the deletion.
  var sequence: Int
  /// The key under which it was asked for.
  var key: String?
}
