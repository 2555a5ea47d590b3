public import Aftermath

/// An item was selected: what a ``ComponentController`` posts.
///
/// Whoever knows where the item's action leads reacts to it:
///
/// ```swift
/// next { [weak self] (fact: ItemSelected) in
///   if let urn = fact.item.action { self?.open(urn) }
/// }
/// ```
public struct ItemSelected: Fact, Hashable {
  /// The item.
  public let item: Item
  /// Where it was.
  public let path: ItemPath

  /// The fact that an item was selected.
  public init(item: Item, path: ItemPath) {
    self.item = item
    self.path = path
  }
}
