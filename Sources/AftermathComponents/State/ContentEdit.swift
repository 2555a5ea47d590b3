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
