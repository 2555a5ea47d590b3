public import NotesModel

/// The target of a link.
public enum Destination: Codable, Hashable, Sendable {
  /// All items of a kind.
  case list(Kind)
  case item(ItemID)
  /// A form for a new item.
  case new(Kind)
  /// A form for an item.
  case edit(ItemID)
  /// The list of conflicts.
  case conflicts
  /// One conflict, with both sides.
  case conflict(ItemID)
  case log
  case help
}
