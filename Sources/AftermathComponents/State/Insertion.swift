/// Items to insert into a component, and their place.
public struct Insertion: Hashable, Sendable {
  /// A place for inserted items.
  public enum Place: Hashable, Sendable {
    /// After all others.
    case append
    /// Before all others.
    case prepend
    /// Before the item that is now at this index; the number of items means the same as ``append``.
    case index(Int)
  }

  /// The items in order.
  public var items: [Item]
  /// The place.
  public var place: Place

  /// Creates an insertion of items at a place.
  public init(_ items: [Item], at place: Place = .append) {
    self.items = items
    self.place = place
  }
}
