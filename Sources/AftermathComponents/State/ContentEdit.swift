/// What is to be done to the contents of a controller; components are named by their index.
///
/// Whatever comes in, identifiers stay unique in their list: the first of two stays, the second is left out, and
/// ``ComponentError/duplicateItem(identifier:list:)`` or ``ComponentError/duplicateComponent(identifier:)`` is told
/// to the controller's error handler. The same holds for the children of an item.
public enum ContentEdit: Hashable, Sendable {
  /// These components take the place of all.
  case reload([Component])
  /// These items take the place of those of a component.
  case reloadItems([Item], in: Int)
  /// Items come into a component.
  case insert(Insertion, in: Int)
  /// These items take the place of those with the same identifiers; one that is not there is an error.
  case update([Item], in: Int)
  /// The items with these identifiers go; one that is not there is an error.
  case delete([String], in: Int)
  /// The next page of a component: items that are there already are updated, the others come in at the end.
  case page([Item], in: Int)
}
