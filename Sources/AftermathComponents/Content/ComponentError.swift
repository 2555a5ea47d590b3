import Millrace

/// A problem with an edit of the contents, or with a request to a controller.
///
/// The controller's error handler receives it. The possible parts of the edit still happen.
public enum ComponentError: Error, Hashable, Sendable {
  /// There is no component at this index.
  case noComponent(index: Int, count: Int)
  /// Items were inserted at an index that the component does not have.
  case noPlace(index: Int, count: Int, component: String)
  /// No item has this identifier; the component is nil if all were searched.
  case unknownItem(identifier: String, component: String?)
  /// There is no item at this path.
  case unknownPath(ItemPath)
  /// Two items of one list have the same identifier; the list is a component, or an item with children.
  case duplicateItem(identifier: String, list: String)
  /// Two components have the same identifier.
  case duplicateComponent(identifier: String)
  /// The children of an item were nested deeper than ``Item/deepest``.
  case tooDeep(identifier: String)
  /// A change was applied to a list other than the one that it was made for.
  case unfitChange(String)
  /// The controller was refreshed, but has no command to do so.
  case nothingToRefresh
}

extension ComponentError: AdvisingError {}

extension ComponentError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .noComponent(let index, let count):
      """
      The component at index \(index) cannot be changed, because the controller has \(count) components; give it more \
      of them\(count > 0 ? ", or the behaviour an index below \(count)" : "").
      """
    case .noPlace(let index, let count, let component):
      """
      Nothing was inserted at index \(index) of `\(component)`, because it has \(count) items; insert at an \
      index from 0 to \(count).
      """
    case .unknownItem(let identifier, let component):
      """
      \(component.map { "The component `\($0)` has no item" } ?? "There is no item") `\(identifier)`, so nothing \
      was done with it; insert it first, or use the identifier of one that is there.
      """
    case .unknownPath(let path):
      "There is no item at `\(path)`, so nothing was done with it; use the path of one that is there."
    case .duplicateItem(let identifier, let list):
      """
      The list `\(list)` already has an item `\(identifier)`, so the second one was left out; give each item of \
      a list an identifier of its own.
      """
    case .duplicateComponent(let identifier):
      """
      There is already a component `\(identifier)`, so the second one was left out; give each component an \
      identifier of its own.
      """
    case .tooDeep(let identifier):
      """
      The item `\(identifier)` had children more than \(Item.deepest - 1) levels deep, which were left out; show what is \
      deeper on a screen of its own.
      """
    case .unfitChange(let change):
      """
      The change `\(change)` does not fit the list it was applied to; apply changes in their order, to the list \
      they were made for.
      """
    case .nothingToRefresh:
      "There is nothing to refresh with; give the controller an `initialCommand`."
    }
  }
}
