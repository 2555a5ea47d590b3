/// A type that has items itself, so that a behaviour needs no closure to make them.
///
/// `Item` conforms, and so does an array of conforming values. An application's own type may conform:
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
  /// The item itself, alone.
  public var items: [Item] { [self] }
}

extension Array: ItemList where Element: ItemList {
  /// The items of all elements, in order.
  public var items: [Item] { flatMap(\.items) }
}
