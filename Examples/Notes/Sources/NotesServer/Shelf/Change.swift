import Aftermath
import NotesModel

/// What has become of one item: what is folded into the shelf, kept in the journal, and told to followers.
struct Change: Codable, Hashable, Sendable {
  /// Where the item stands now.
  var entry: FeedEntry
  /// Whether there was none under its number before.
  var isNew: Bool
  /// The fingerprint of the request, if that had a key: what another request with the same key is known by.
  var request: Int?

  /// A change.
  init(_ entry: FeedEntry, isNew: Bool) {
    self.entry = entry
    self.isNew = isNew
  }
}

/// Items have changed: one, or all of an import, which come together or not at all.
///
/// A command that is refused, or was done before, has no such fact; so the journal has a row for each change, and for
/// nothing else.
struct ItemsChanged: Fact, Codable, Hashable {
  /// What has become of them, in order.
  var changes: [Change]

  /// A fact.
  init(_ changes: [Change]) {
    self.changes = changes
  }
}
