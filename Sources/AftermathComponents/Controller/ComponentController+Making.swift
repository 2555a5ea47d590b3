public import Aftermath

extension ComponentController {
  /// Creates a controller whose components reload with each output of a command.
  ///
  /// The other parameters are those of the designated initialiser.
  public convenience init<C: Command>(
    cacheKey: String? = nil, cache: (any ContentCache)? = nil, components: [Component] = [],
    componentCommand: C, behaviors: [any ComponentBehavior] = [], refreshMode: RefreshMode = .onlyWhenEmpty,
    renderer: any Renderer, engine: Engine = .shared, errorHandler: ((any Error) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) where C.Output == [Component] {
    self.init(
      cacheKey: cacheKey, cache: cache, components: components, initialCommand: componentCommand,
      behaviors: [ComponentReloadBehavior(commandType: C.self)] + behaviors, refreshMode: refreshMode,
      renderer: renderer, engine: engine, errorHandler: errorHandler, isolation: isolation)
  }

  /// Creates a controller with a component whose items reload with each output of a command.
  ///
  /// Without given components there is one, called `items`. The other parameters are those of the designated
  /// initialiser.
  public convenience init<C: Command>(
    cacheKey: String? = nil, cache: (any ContentCache)? = nil,
    components: [Component] = [Component(identifier: "items")], itemCommand: C, index: Int = 0,
    behaviors: [any ComponentBehavior] = [], refreshMode: RefreshMode = .onlyWhenEmpty,
    renderer: any Renderer, engine: Engine = .shared, errorHandler: ((any Error) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) where C.Output: ItemList {
    self.init(
      cacheKey: cacheKey, cache: cache, components: components, initialCommand: itemCommand,
      behaviors: [ItemReloadBehavior(index: index, commandType: C.self)] + behaviors,
      refreshMode: refreshMode, renderer: renderer, engine: engine, errorHandler: errorHandler,
      isolation: isolation)
  }
}
