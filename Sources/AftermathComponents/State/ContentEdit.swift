/// A change of a controller's contents; components are named by their index.
///
/// Identifiers stay unique in their list whatever the edit contains: the first of two is kept, the second is
/// left out, and the controller's error handler receives ``ComponentError/duplicateItem(identifier:list:)``
/// or ``ComponentError/duplicateComponent(identifier:)``. The same holds for the children of an item.
public enum ContentEdit: Hashable, Sendable {
  /// These components replace all components.
  case reload([Component])
  /// These items replace those of a component.
  case reloadItems([Item], in: Int)
  /// Items are inserted into a component.
  case insert(Insertion, in: Int)
  /// These items replace those with the same identifiers; a missing one is an error.
  case update([Item], in: Int)
  /// The items with these identifiers are deleted; a missing one is an error.
  case delete([String], in: Int)
  /// The next page of a component: existing items are updated, and the others are appended.
  case page([Item], in: Int)
}

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
  /// Items after all others.
  public static func append(_ items: [Item]) -> Insertion { Insertion(items, at: .append) }

  /// Items before all others.
  public static func prepend(_ items: [Item]) -> Insertion { Insertion(items, at: .prepend) }

  /// An item before the one that is now at an index.
  public static func index(_ index: Int, _ item: Item) -> Insertion { Insertion([item], at: .index(index)) }
}
