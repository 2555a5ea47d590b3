// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Aftermath

// The names of AftermathSpots, and what to write instead.

/// The original's name of ``ComponentController``.
@available(*, deprecated, renamed: "ComponentController")
public typealias AftermathController = ComponentController

/// The original's name of ``RefreshMode``.
@available(*, deprecated, renamed: "RefreshMode")
public typealias AfterMathRefreshMode = RefreshMode

/// The original's name of ``ComponentFeature``.
@available(*, deprecated, renamed: "ComponentFeature")
public typealias SpotsFeature = ComponentFeature

extension ComponentFeature {
  /// The original's name of ``pullToRefresh``.
  @available(*, deprecated, renamed: "pullToRefresh")
  public static var PullToRefresh: Self { .pullToRefresh }
}

/// The original's name of ``ItemReloadBehavior``.
@available(*, deprecated, renamed: "ItemReloadBehavior")
public typealias SpotReloadBehavior = ItemReloadBehavior

/// The original's name of ``ItemInsertBehavior``.
@available(*, deprecated, renamed: "ItemInsertBehavior")
public typealias SpotInsertBehavior = ItemInsertBehavior

/// The original's name of ``ItemUpdateBehavior``.
@available(*, deprecated, renamed: "ItemUpdateBehavior")
public typealias SpotUpdateBehavior = ItemUpdateBehavior

/// The original's name of ``ItemDeleteBehavior``.
@available(*, deprecated, renamed: "ItemDeleteBehavior")
public typealias SpotDeleteBehavior = ItemDeleteBehavior

/// The original's name of ``Insertion``.
@available(*, deprecated, renamed: "Insertion")
public typealias Insert = Insertion

extension ComponentController {
  /// The original's name of ``refresh(isolation:)``.
  @available(*, deprecated, renamed: "refresh(isolation:)")
  public func executeInitial(isolation: isolated (any Actor)? = #isolation) { refresh(isolation: isolation) }

  /// The original's name of `disposeAll()`.
  @available(*, deprecated, renamed: "disposeAll()")
  public func disposeReactions() { disposeAll() }

  /// The original's name of ``refreshesOnAppearance``.
  @available(*, deprecated, renamed: "refreshesOnAppearance")
  public var refreshOnViewDidAppear: Bool {
    get { refreshesOnAppearance }
    set { refreshesOnAppearance = newValue }
  }

  /// The original's name of ``needsReload``.
  @available(*, deprecated, renamed: "needsReload")
  public var viewModelComparison: ((_ current: [Component], _ new: [Component]) -> Bool)? {
    get { needsReload }
    set { needsReload = newValue }
  }
}

extension ComponentController {
  /// A controller has a renderer instead of views.
  @available(
    *, unavailable,
    message: "Pass a renderer: ComponentController(components:initialCommand:behaviors:renderer:)."
  )
  public convenience init(
    cacheKey: String? = nil, spots: [Component] = [], initialCommand: (any AnyCommand)? = nil,
    behaviors: [any ComponentBehavior] = [], features: [ComponentFeature] = [],
    isolation: isolated any Actor = #isolation
  ) { self.init(renderer: PlainTextRenderer(), isolation: isolation) }

  /// A controller has a renderer instead of views.
  @available(
    *, unavailable,
    message: "Pass a renderer: ComponentController(components:itemCommand:behaviors:renderer:)."
  )
  public convenience init<C: Command>(
    cacheKey: String? = nil, spots: [Component], spotCommand: C, behaviors: [any ComponentBehavior] = [],
    isolation: isolated any Actor = #isolation
  ) where C.Output: ItemList { self.init(renderer: PlainTextRenderer(), isolation: isolation) }
}

/// A behaviour that executes one command whenever the end is reached, and inserts its output.
@available(*, deprecated, message: "Use PagingBehavior, whose closure makes the command for each page.")
public struct SpotScrollingBehavior<C: Command>: ComponentBehavior where C.Output == Insertion {
  private let paging: PagingBehavior<C>

  /// Creates a behaviour for the component at `index`.
  public init(index: Int, command: C) {
    paging = PagingBehavior(index: index, command: { _ in command }, items: \.items)
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    paging.extend(controller, isolation: isolation)
  }
}

/// A builder of a reaction that reloads the components of a controller.
@available(*, deprecated, message: "Use controller.reaction { .reload($0) }.")
public struct ComponentReloadBuilder: ReactionBuilder {
  /// The controller.
  public weak var controller: ComponentController?

  /// Creates a builder.
  public init(controller: ComponentController) { self.controller = controller }

  /// Returns the reaction.
  public func buildReaction() -> Reaction<[Component]> {
    controller?.reaction { .reload($0) } ?? Reaction()
  }
}

/// A builder of a reaction that reloads the items of a component.
@available(*, deprecated, message: "Use controller.reaction { .reloadItems($0, in: index) }.")
public struct SpotReloadBuilder: ReactionBuilder {
  /// The index of the component.
  public let index: Int
  /// The controller.
  public weak var controller: ComponentController?

  /// Creates a builder.
  public init(index: Int, controller: ComponentController) {
    self.index = index
    self.controller = controller
  }

  /// Returns the reaction.
  public func buildReaction() -> Reaction<[Item]> {
    controller?.reaction { [index] in .reloadItems($0, in: index) } ?? Reaction()
  }
}

/// A builder of a reaction that inserts items into a component.
@available(*, deprecated, message: "Use controller.reaction { .insert($0, in: index) }.")
public struct SpotInsertBuilder: ReactionBuilder {
  /// The index of the component.
  public let index: Int
  /// The controller.
  public weak var controller: ComponentController?

  /// Creates a builder.
  public init(index: Int, controller: ComponentController) {
    self.index = index
    self.controller = controller
  }

  /// Returns the reaction.
  public func buildReaction() -> Reaction<Insertion> {
    controller?.reaction { [index] in .insert($0, in: index) } ?? Reaction()
  }
}

/// A builder of a reaction that updates an item of a component.
@available(*, deprecated, message: "Use controller.reaction { .update([$0], in: index) }.")
public struct SpotUpdateBuilder: ReactionBuilder {
  /// The index of the component.
  public let index: Int
  /// The controller.
  public weak var controller: ComponentController?

  /// Creates a builder.
  public init(index: Int, controller: ComponentController) {
    self.index = index
    self.controller = controller
  }

  /// Returns the reaction.
  public func buildReaction() -> Reaction<Item> {
    controller?.reaction { [index] in .update([$0], in: index) } ?? Reaction()
  }
}

/// A builder of a reaction that deletes an item of a component.
@available(*, deprecated, message: "Use controller.reaction { .delete([$0.identifier], in: index) }.")
public struct SpotDeleteBuilder: ReactionBuilder {
  /// The index of the component.
  public let index: Int
  /// The controller.
  public weak var controller: ComponentController?

  /// Creates a builder.
  public init(index: Int, controller: ComponentController) {
    self.index = index
    self.controller = controller
  }

  /// Returns the reaction.
  public func buildReaction() -> Reaction<Item> {
    controller?.reaction { [index] in .delete([$0.identifier], in: index) } ?? Reaction()
  }
}
