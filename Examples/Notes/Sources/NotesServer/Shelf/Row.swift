import Aftermath
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

/// A change of one item: applied to the shelf, recorded in the journal, and sent to followers.
struct Change: Codable, Hashable, Sendable {
  /// The item's new entry in the feed.
  var entry: FeedEntry
  /// True when there was no item under its number before.
  var isNew: Bool
  /// The fingerprint of the request with a key, which detects another request with the same key.
  var request: Int?

  init(_ entry: FeedEntry, isNew: Bool) {
    self.entry = entry
    self.isNew = isNew
  }
}

/// The fact that items have changed: one, or all of an import, which are changed as a whole or not at all.
///
/// A refused or repeated command has no such fact; so the journal has one row for each change, and no other
/// rows.
struct ItemsChanged: Fact, Codable, Hashable {
  /// The changes, in order.
  var changes: [Change]

  init(_ changes: [Change]) {
    self.changes = changes
  }
}
