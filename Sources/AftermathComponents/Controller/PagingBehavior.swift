public import Aftermath

/// Loads the next page of a component when the end is reached.
///
/// ```swift
/// PagingBehavior { items in NotePage(after: items.last?.identifier) }
/// ```
///
/// Its command is executed once until it has been answered. What it then produces is a page: items that are there
/// already are updated, the others come in at the end. Other behaviours for commands of the same type do not get that
/// answer, and this one gets no other, so that the command which loads the first page may load the next ones, too.
///
/// As events do not say which execution they answer, a refresh with a command of the same type while a page is under
/// way may be taken for the page, and the page for it; where that matters, pages have a command of their own.
public struct PagingBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let command: ([Item]) -> C?
  private let items: (C.Output) -> [Item]

  /// Pages of what a closure makes of the output.
  ///
  /// - Parameters:
  ///   - index: The index of the component.
  ///   - command: Makes the command for the next page from the items that are there; nil when there are no more.
  ///   - items: Makes items of the output.
  public init(index: Int = 0, command: @escaping ([Item]) -> C?, items: @escaping (C.Output) -> [Item]) {
    self.index = index
    self.command = command
    self.items = items
  }

  /// Pages of the output.
  ///
  /// - Parameters:
  ///   - index: The index of the component.
  ///   - command: Makes the command for the next page from the items that are there; nil when there are no more.
  public init(index: Int = 0, command: @escaping ([Item]) -> C?) where C.Output: ItemList {
    self.init(index: index, command: command) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let (index, items) = (index, items)
    controller.page(with: C.self, in: index, command: command) { .page(items($0), in: index) }
  }
}
