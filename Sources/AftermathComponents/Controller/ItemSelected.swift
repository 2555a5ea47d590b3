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

extension ComponentController {
  /// Posts ``ItemSelected`` for the item at a path; if there is none, the error handler receives an error.
  public func select(_ path: ItemPath, isolation: isolated (any Actor)? = #isolation) {
    guard let item = components.item(at: path) else { return report(ComponentError.unknownPath(path)) }
    engine.post(fact: ItemSelected(item: item, path: path), isolation: isolation)
  }

  /// Posts ``ItemSelected`` for the first item with an identifier, from top to bottom, or reports an error.
  public func select(_ identifier: String, isolation: isolated (any Actor)? = #isolation) {
    guard let path = components.path(of: identifier) else {
      return report(ComponentError.unknownItem(identifier: identifier, component: nil))
    }
    select(path, isolation: isolation)
  }
}
