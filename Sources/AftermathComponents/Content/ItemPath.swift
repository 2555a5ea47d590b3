/// The position of an item: its component, and the items above it.
public struct ItemPath: Hashable, Sendable {
  /// The identifier of the component.
  public var component: String
  /// The identifiers from the component's own item down to the item itself.
  public var items: [String]

  /// Creates the path of an item; `items` has one identifier for a top-level item.
  public init(component: String, items: [String]) {
    self.component = component
    self.items = items
  }
}

extension ItemPath: CustomStringConvertible {
  /// The identifiers with arrows between them.
  public var description: String { ([component] + items).joined(separator: " › ") }
}

extension [Component] {
  /// Returns the item at a path, or nil if there is none.
  ///
  /// O(n) in the items of the lists along the path.
  public func item(at path: ItemPath) -> Item? {
    guard var items = first(where: { $0.identifier == path.component })?.items else { return nil }
    var found: Item?
    for identifier in path.items {
      guard let item = items.first(where: { $0.identifier == identifier }) else { return nil }
      found = item
      items = item.children
    }
    return found
  }

  /// Returns the path of the first item with an identifier, from top to bottom, or nil if there is none.
  ///
  /// O(n) in all items.
  public func path(of identifier: String) -> ItemPath? {
    for component in self {
      if let items = component.items.path(of: identifier) {
        return ItemPath(component: component.identifier, items: items)
      }
    }
    return nil
  }
}

extension [Item] {
  fileprivate func path(of identifier: String) -> [String]? {
    for item in self {
      if item.identifier == identifier { return [identifier] }
      if let path = item.children.path(of: identifier) { return [item.identifier] + path }
    }
    return nil
  }
}
