public import Aftermath

/// A behaviour that replaces all components by those that a command produces.
public struct ComponentReloadBehavior<C: Command>: ComponentBehavior {
  private let components: (C.Output) -> [Component]

  /// Creates a behaviour that reloads with the components that a closure makes from the output.
  public init(commandType: C.Type, components: @escaping (C.Output) -> [Component]) {
    self.components = components
  }

  /// Creates a behaviour that reloads with the output.
  public init(commandType: C.Type) where C.Output == [Component] {
    components = { $0 }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let components = components
    controller.edit(with: C.self) { .reload(components($0)) }
  }
}

/// A behaviour that replaces the items of a component by those that a command produces.
public struct ItemReloadBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let items: (C.Output) -> [Item]

  /// Creates a behaviour that reloads the component at `index` with the items made from the output.
  public init(index: Int = 0, commandType: C.Type, items: @escaping (C.Output) -> [Item]) {
    self.index = index
    self.items = items
  }

  /// Creates a behaviour that reloads the component at `index` with the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let (index, items) = (index, items)
    controller.edit(with: C.self) { .reloadItems(items($0), in: index) }
  }
}

/// A behaviour that inserts the output of a command into a component.
public struct ItemInsertBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let insertion: (C.Output) -> Insertion

  /// Creates a behaviour that inserts the items made from the output into the component at `index`.
  public init(index: Int = 0, commandType: C.Type, insertion: @escaping (C.Output) -> Insertion) {
    self.index = index
    self.insertion = insertion
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
    let (index, insertion) = (index, insertion)
    controller.edit(with: C.self) { .insert(insertion($0), in: index) }
  }
}

/// A behaviour that replaces items by those with the same identifiers that a command produces.
public struct ItemUpdateBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let items: (C.Output) -> [Item]

  /// Creates a behaviour that updates the component at `index` with the items made from the output.
  public init(index: Int = 0, commandType: C.Type, items: @escaping (C.Output) -> [Item]) {
    self.index = index
    self.items = items
  }

  /// Creates a behaviour that updates the component at `index` with the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let (index, items) = (index, items)
    controller.edit(with: C.self) { .update(items($0), in: index) }
  }
}

/// A behaviour that deletes the items that a command produces.
public struct ItemDeleteBehavior<C: Command>: ComponentBehavior {
  private let index: Int
  private let identifiers: (C.Output) -> [String]

  /// Creates a behaviour that deletes the items with the identifiers made from the output.
  public init(index: Int = 0, commandType: C.Type, identifiers: @escaping (C.Output) -> [String]) {
    self.index = index
    self.identifiers = identifiers
  }

  /// Creates a behaviour that deletes the items with the identifiers of the output.
  public init(index: Int = 0, commandType: C.Type) where C.Output: ItemList {
    self.init(index: index, commandType: commandType) { $0.items.map(\.identifier) }
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    let (index, identifiers) = (index, identifiers)
    controller.edit(with: C.self) { .delete(identifiers($0), in: index) }
  }
}
