public import Aftermath

/// The fact that an item was selected, posted by a ``ComponentController``.
///
/// The part of the application that can follow the item's action reacts to it:
///
/// ```swift
/// next { [weak self] (fact: ItemSelected) in
///   if let urn = fact.item.action { self?.open(urn) }
/// }
/// ```
public struct ItemSelected: Fact, Hashable {
  /// The item.
  public let item: Item
  /// The path of the item.
  public let path: ItemPath

  /// Creates the fact.
  public init(item: Item, path: ItemPath) {
    self.item = item
    self.path = path
  }
}
