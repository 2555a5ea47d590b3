public import Aftermath

/// A behaviour that loads the next page of a component when its end is reached.
///
/// ```swift
/// PagingBehavior { items in NotePage(after: items.last?.identifier) }
/// ```
///
/// Its command is executed again only after an answer. The output that it then produces is a page: existing
/// items are updated, and the others are appended. Other behaviours for the same type of command do not
/// receive a page, and this one receives nothing else. So one command may load both the first page and the
/// following ones.
///
/// Events do not name the execution that they answer. If a refresh runs a command of the same type while a
/// page is being loaded, their answers may be mistaken for each other. Where that matters, give pages a
/// command of their own.
public struct PagingBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let command: ([Item]) -> C?
  private let items: (C.Output) -> [Item]

  /// Creates a behaviour that loads pages of items that a closure makes from the output.
  ///
  /// - Parameters:
  ///   - index: The index of the component.
  ///   - command: Makes the command for the next page from the present items, or returns nil at the end.
  ///   - items: Makes items from the output.
  public init(index: Int = 0, command: @escaping ([Item]) -> C?, items: @escaping (C.Output) -> [Item]) {
    self.index = index
    self.command = command
    self.items = items
  }

  /// Creates a behaviour that loads pages of items that the output contains.
  public init(index: Int = 0, command: @escaping ([Item]) -> C?) where C.Output: ItemList {
    self.init(index: index, command: command) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let (index, items) = (index, items)
    controller.page(with: C.self, in: index, command: command) { .page(items($0), in: index) }
  }
}
