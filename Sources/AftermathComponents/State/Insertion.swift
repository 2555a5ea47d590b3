/// Items that come into a component, and where.
public struct Insertion: Hashable, Sendable {
  /// Where items come in.
  public enum Place: Hashable, Sendable {
    /// Behind all others.
    case append
    /// Before all others.
    case prepend
    /// Before the item that is at this index now; the number of items is the same as ``append``.
    case index(Int)
  }

  /// What comes in, in order.
  public var items: [Item]
  /// Where.
  public var place: Place

  /// Items at a place.
  public init(_ items: [Item], at place: Place = .append) {
    self.items = items
    self.place = place
  }
}
