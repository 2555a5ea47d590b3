import Aftermath
import NotesModel

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
