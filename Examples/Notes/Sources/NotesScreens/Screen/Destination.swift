public import NotesModel

/// Where one can go: what a link says.
public enum Destination: Codable, Hashable, Sendable {
  /// All of a kind.
  case list(Kind)
  /// One item.
  case item(ItemID)
  /// A form for what is not there yet.
  case new(Kind)
  /// A form for an item.
  case edit(ItemID)
  /// What somebody else has changed as well.
  case conflicts
  /// One of them, with both sides.
  case conflict(ItemID)
  /// What has happened.
  case log
  /// The keys.
  case help
}
