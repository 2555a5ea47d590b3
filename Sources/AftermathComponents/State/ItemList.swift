/// What is items already, so that a behaviour needs no closure to make them.
///
/// `Item` is, and an array of such values; an application's own type may become one:
///
/// ```swift
/// extension Note: ItemList {
///   public var items: [Item] { [Item(identifier: id, title: text, action: "note:\(id)")] }
/// }
/// ```
public protocol ItemList {
  /// The items, in order.
  var items: [Item] { get }
}

extension Item: ItemList {
  /// Itself alone.
  public var items: [Item] { [self] }
}

extension Array: ItemList where Element: ItemList {
  /// The items of all elements, in order.
  public var items: [Item] { flatMap(\.items) }
}
