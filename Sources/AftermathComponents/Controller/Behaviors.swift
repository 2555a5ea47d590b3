public import Aftermath

/// A behaviour that replaces all components by those that a command produces.
public struct ComponentReloadBehavior<C: Command>: ComponentBehavior {
  private let edit: (C.Output) -> ContentEdit

  /// Creates a behaviour that reloads with the components that a closure makes from the output.
  public init(commandType: C.Type, components: @escaping (C.Output) -> [Component]) {
    edit = { .reload(components($0)) }
  }

  /// Creates a behaviour that reloads with the output.
  public init(commandType: C.Type) where C.Output == [Component] {
    edit = { .reload($0) }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.edit(with: C.self, edit)
  }
}

/// A behaviour that replaces the items of a component by those that a command produces.
public struct ItemReloadBehavior<C: Command>: ComponentBehavior {
  private let edit: (C.Output) -> ContentEdit

  /// Creates a behaviour that reloads the component at `index` with the items made from the output.
  public init(index: Int = 0, commandType: C.Type, items: @escaping (C.Output) -> [Item]) {
    edit = { .reloadItems(items($0), in: index) }
  }

  /// Creates a behaviour that reloads the component at `index` with the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.edit(with: C.self, edit)
  }
}

/// A behaviour that inserts the output of a command into a component.
public struct ItemInsertBehavior<C: Command>: ComponentBehavior {
  private let edit: (C.Output) -> ContentEdit

  /// Creates a behaviour that inserts the items made from the output into the component at `index`.
  public init(index: Int = 0, commandType: C.Type, insertion: @escaping (C.Output) -> Insertion) {
    edit = { .insert(insertion($0), in: index) }
  }

  /// Creates a behaviour that inserts the output into the component at `index`, at the output's own place.
  public init(index: Int = 0, commandType: C.Type) where C.Output == Insertion {
    self.init(index: index, commandType: commandType) { $0 }
  }

  /// Creates a behaviour that inserts the output into the component at `index`, always at the same place.
  public init(
    index: Int = 0, commandType: C.Type, place: Insertion.Place = .append
  ) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { Insertion($0.items, at: place) }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.edit(with: C.self, edit)
  }
}

/// A behaviour that replaces items by those with the same identifiers that a command produces.
public struct ItemUpdateBehavior<C: Command>: ComponentBehavior {
  private let edit: (C.Output) -> ContentEdit

  /// Creates a behaviour that updates the component at `index` with the items made from the output.
  public init(index: Int = 0, commandType: C.Type, items: @escaping (C.Output) -> [Item]) {
    edit = { .update(items($0), in: index) }
  }

  /// Creates a behaviour that updates the component at `index` with the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.edit(with: C.self, edit)
  }
}

/// A behaviour that deletes the items that a command produces.
public struct ItemDeleteBehavior<C: Command>: ComponentBehavior {
  private let edit: (C.Output) -> ContentEdit

  /// Creates a behaviour that deletes the items with the identifiers made from the output.
  public init(index: Int = 0, commandType: C.Type, identifiers: @escaping (C.Output) -> [String]) {
    edit = { .delete(identifiers($0), in: index) }
  }

  /// Creates a behaviour that deletes the items with the identifiers of the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items.map(\.identifier) }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.edit(with: C.self, edit)
  }
}

/// A type that has items itself, so that a behaviour needs no closure to make them.
///
/// `Item` conforms, and so does an array of conforming values. An application's own type may conform:
///
/// ```swift
/// extension Note: ItemList {
///   public var items: [Item] { [Item(identifier: id, title: text, action: "note:\(id)")] }
/// }
/// ```
public protocol ItemList {
  /// The items, in order.
  var items: [Item] { get }
}

extension Item: ItemList {
  /// The item itself, alone.
  public var items: [Item] { [self] }
}

extension Array: ItemList where Element: ItemList {
  /// The items of all elements, in order.
  public var items: [Item] { flatMap(\.items) }
}
