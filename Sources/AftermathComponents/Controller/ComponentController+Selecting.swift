import Aftermath

extension ComponentController {
  /// Posts that the item at a path was selected (``ItemSelected``); that there is none is told to the error handler.
  public func select(_ path: ItemPath, isolation: isolated (any Actor)? = #isolation) {
    guard let item = components.item(at: path) else { return report(ComponentError.unknownPath(path)) }
    engine.post(fact: ItemSelected(item: item, path: path), isolation: isolation)
  }

  /// Posts that the first item with an identifier, from top to bottom, was selected, as with its path.
  public func select(_ identifier: String, isolation: isolated (any Actor)? = #isolation) {
    guard let path = components.path(of: identifier) else {
      return report(ComponentError.unknownItem(identifier: identifier, component: nil))
    }
    select(path, isolation: isolation)
  }
}
