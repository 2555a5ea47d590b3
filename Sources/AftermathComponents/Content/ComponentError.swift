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
  /// Behaviours asked for the opposite at each appearance and disappearance of one call, this many times.
  case unsettledAppearance(turns: Int)
}

extension ComponentError: AdvisingError {}

extension ComponentError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .noComponent(let index, let count):
      """
      There is no component at index \(index) to change, because the controller has \(count) components; give it more \
      components\(count > 0 ? ", or the behaviour an index below \(count)" : "").
      """
    case .noPlace(let index, let count, let component):
      """
      Nothing was inserted at index \(index) of `\(component)`, because it has \(count) items; insert at an \
      index from 0 to \(count).
      """
    case .unknownItem(let identifier, let component):
      """
      \(component.map { "The component `\($0)` has no item" } ?? "There is no item") `\(identifier)`, so nothing was \
      changed; insert it first, or use the identifier of an existing item.
      """
    case .unknownPath(let path):
      "There is no item at `\(path)`, so nothing was changed; use the path of an existing item."
    case .duplicateItem(let identifier, let list):
      """
      The list `\(list)` already has an item `\(identifier)`, so the second one was left out; give each item of a \
      list its own identifier.
      """
    case .duplicateComponent(let identifier):
      """
      There is already a component `\(identifier)`, so the second one was left out; give each component its own \
      identifier.
      """
    case .tooDeep(let identifier):
      """
      The children of the item `\(identifier)` that are nested more than \(Item.deepest - 1) levels deep were left \
      out; show deeper levels on another screen.
      """
    case .unfitChange(let change):
      """
      The change `\(change)` does not fit the list; apply changes in their order, to the list from which they were \
      computed.
      """
    case .nothingToRefresh:
      "The controller has no command to refresh with; give it an `initialCommand`."
    case .unsettledAppearance(let turns):
      """
      The controller appeared and disappeared \(turns) times in one call, because its behaviours call `appear()` when it \
      disappears and `disappear()` when it appears; remove one of these calls.
      """
    }
  }
}
