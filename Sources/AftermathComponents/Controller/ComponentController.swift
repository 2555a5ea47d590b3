public import Aftermath

/// The contents of one part of a screen, changed by the events of commands and shown by a renderer.
///
/// ```swift
/// let notes = ComponentController(
///   cacheKey: "notes", cache: cache, itemCommand: NoteList(),
///   behaviors: [
///     ItemInsertBehavior(commandType: AddNote.self), ItemDeleteBehavior(commandType: RemoveNote.self),
///   ],
///   renderer: renderer)
/// notes.appear()
/// ```
///
/// A controller belongs to the isolation that creates it. Two controllers on one engine receive the same
/// events: each one with a behaviour for a command reacts to it, no matter which of them executed it. After
/// its release, or after `disposeAll()`, events neither change nor render anything.
public final class ComponentController: CommandProducer, ReactionProducer, FactProducer {
  /// The engine that executes its commands and publishes their events.
  public let engine: Engine
  /// The cache key of its contents, or nil if they are not cached.
  public let cacheKey: String?
  /// Receives the errors of commands, of edits and of the cache.
  ///
  /// While it is nil, errors of edits and of the cache go to the engine's error handler. Errors of commands
  /// are rendered in any case.
  public var errorHandler: ((any Error) -> Void)?
  /// A Boolean value that indicates whether ``appear(isolation:)`` executes the initial command; true by
  /// default.
  ///
  /// ``refresh(isolation:)`` executes it in any case.
  public var refreshesOnAppearance = true
  /// The ways in which the user can load contents; all by default.
  public var enabledFeatures = Set(ComponentFeature.allCases)
  /// Returns true if reloaded contents differ from the current ones in a way that matters.
  ///
  /// It is asked about each output that reloads components or items, with the current and the new components.
  /// After false the contents stay. Without it, whatever differs is changed.
  public var needsReload: ((_ current: [Component], _ new: [Component]) -> Bool)?

  var state: ComponentState
  private let cache: (any ContentCache)?
  private let renderer: any Renderer
  private let initialCommand: (any AnyCommand)?
  private var handlers: [(source: ObjectIdentifier, handler: CommandResultHandler)] = []
  private var hooks: [AppearanceMoment: [(ComponentController) -> Void]] = [:]
  /// The pending actions in order; a renderer may call the controller while it renders.
  private var actions: [ComponentState.Action] = []
  private var isPerforming = false
  private var isTurning = false
  /// True or false if it was told to appear or disappear meanwhile; the last call counts.
  private var wantsToBeShown: Bool?

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - cacheKey: The cache key of its contents; without one nothing is cached.
  ///   - cache: The cache of its contents. Cached contents replace `components` if they begin with the same
  ///     ones; otherwise the cached items go to the components with the same identifiers.
  ///   - components: The first contents.
  ///   - initialCommand: The command executed at each appearance, and by ``refresh(isolation:)``. A behaviour
  ///     handles its events: without one for its type, neither its progress nor its errors are shown.
  ///   - behaviors: The handling of the events of commands.
  ///   - refreshMode: The conditions under which progress is shown.
  ///   - renderer: The renderer of the contents.
  ///   - engine: The engine of its commands.
  ///   - errorHandler: The handler of errors.
  ///   - isolation: The isolation of the controller.
  public init(
    cacheKey: String? = nil, cache: (any ContentCache)? = nil, components: [Component] = [],
    initialCommand: (any AnyCommand)? = nil, behaviors: [any ComponentBehavior] = [],
    refreshMode: RefreshMode = .onlyWhenEmpty, renderer: any Renderer, engine: Engine = .shared,
    errorHandler: ((any Error) -> Void)? = nil, isolation: isolated any Actor = #isolation
  ) {
    self.engine = engine
    self.cacheKey = cacheKey
    self.cache = cache
    self.initialCommand = initialCommand
    self.renderer = renderer
    self.errorHandler = errorHandler
    state = ComponentState(refreshMode: refreshMode)
    // The engine takes this isolation as its home, if it has none, before an error can reach it without an
    // isolation.
    _ = try? engine.flow(isolation: isolation)
    var kept: [Component]?
    if let cacheKey, let cache {
      do { kept = try cache.load(cacheKey) } catch { report(error) }
    }
    perform(state.begin(with: components, kept: kept))
    for behavior in behaviors { behavior.extend(self, isolation: isolation) }
  }

  /// The contents.
  public var components: [Component] { state.components }

  /// The conditions under which progress is shown.
  public var refreshMode: RefreshMode {
    get { state.refreshMode }
    set { perform(state.set(newValue)) }
  }

  /// True while changes are rendered.
  public var isShown: Bool { state.isShown }

  // MARK: Life cycle

  /// Makes the controller visible: renders its contents, and executes the initial command.
  ///
  /// Does nothing if it is already visible. A call while it appears or disappears takes place afterwards; of
  /// several, the last one does.
  public func appear(isolation: isolated (any Actor)? = #isolation) { turn(true, isolation: isolation) }

  /// Makes the controller invisible: events still change its contents, but nothing is rendered.
  ///
  /// Does nothing if it is already invisible. A call while it appears or disappears takes place afterwards;
  /// of several, the last one does.
  public func disappear(isolation: isolated (any Actor)? = #isolation) { turn(false, isolation: isolation) }

  private func turn(_ isAppearing: Bool, isolation: isolated (any Actor)?) {
    wantsToBeShown = isAppearing
    if isTurning { return }
    isTurning = true
    defer { isTurning = false }
    var turns = 0
    while let isAppearing = wantsToBeShown {
      wantsToBeShown = nil
      if isAppearing == state.isShown { continue }
      if turns == Self.mostTurns { return report(ComponentError.unsettledAppearance(turns: turns)) }
      turns += 1
      call(isAppearing ? .preAppearing : .preDisappearing)
      if isAppearing { perform(state.appear()) } else { state.disappear() }
      if isAppearing && refreshesOnAppearance, let initialCommand {
        engine.execute(command: initialCommand, isolation: isolation)
      }
      call(isAppearing ? .postAppearing : .postDisappearing)
    }
  }

  /// The number of appearances and disappearances in one call, after which the behaviours contradict each
  /// other.
  private static let mostTurns = 16

  /// Executes the initial command again.
  ///
  /// Without one, the error handler receives ``ComponentError/nothingToRefresh``.
  public func refresh(isolation: isolated (any Actor)? = #isolation) {
    guard let initialCommand else { return report(ComponentError.nothingToRefresh) }
    state.refresh(with: .command(ObjectIdentifier(type(of: initialCommand))))
    engine.execute(command: initialCommand, isolation: isolation)
  }

  /// Executes the initial command again, because the user asked for it.
  ///
  /// - Returns: False, and nothing happens, unless ``ComponentFeature/pullToRefresh`` is enabled.
  @discardableResult
  public func pullToRefresh(isolation: isolated (any Actor)? = #isolation) -> Bool {
    guard enabledFeatures.contains(.pullToRefresh) else { return false }
    refresh(isolation: isolation)
    return true
  }

  /// Requests the next page, because the end of the contents is visible.
  ///
  /// It executes the commands of the paging behaviours, except those that are still unanswered.
  ///
  /// - Returns: True if a command was executed; always false unless ``ComponentFeature/paging`` is enabled.
  @discardableResult
  public func reachEnd(isolation: isolated (any Actor)? = #isolation) -> Bool {
    guard enabledFeatures.contains(.paging) else { return false }
    var isExecuted = false
    for (source, handler) in handlers {
      guard let nextPage = handler.nextPage, state.beginPage(of: .command(source)) else { continue }
      guard let command = nextPage() else {
        state.endPage(of: .command(source))
        continue
      }
      // Without a handler no answer would come; the engine reports the missing handler.
      if !engine.contains(type(of: command)) { state.endPage(of: .command(source)) }
      engine.execute(command: command, isolation: isolation)
      isExecuted = true
    }
    return isExecuted
  }

  private func call(_ moment: AppearanceMoment) {
    for body in hooks[moment] ?? [] { body(self) }
  }

  // MARK: For behaviours

  /// Changes the contents; the error handler receives an error for each impossible part.
  public func apply(_ edit: ContentEdit) { perform(state.apply(edit)) }

  /// Applies the edit that `edit` makes from each output of a command; nil changes nothing.
  ///
  /// Progress and errors of the command are rendered.
  public func edit<C: Command>(
    with command: C.Type, isolation: isolated any Actor = #isolation,
    _ edit: @escaping (C.Output) -> ContentEdit?
  ) {
    handler(of: command, isolation: isolation).add(edit)
  }

  /// Calls `body` with the controller whenever it appears or disappears.
  public func on(_ moment: AppearanceMoment, _ body: @escaping (ComponentController) -> Void) {
    hooks[moment, default: []].append(body)
  }

  func page<C: Command>(
    with type: C.Type, in index: Int, isolation: isolated any Actor = #isolation,
    command: @escaping ([Item]) -> C?, edit: @escaping (C.Output) -> ContentEdit?
  ) {
    let handler = handler(of: type, isolation: isolation)
    handler.setPage(edit)
    handler.nextPage = { [weak self] in
      guard let self else { return nil }
      guard components.indices.contains(index) else {
        report(ComponentError.noComponent(index: index, count: components.count))
        return nil
      }
      return command(components[index].items)
    }
  }

  private func handler<C: Command>(
    of command: C.Type, isolation: isolated any Actor
  ) -> TypedCommandResultHandler<C> {
    let source = ObjectIdentifier(command)
    for case (source, let handler as TypedCommandResultHandler<C>) in handlers { return handler }
    let handler = TypedCommandResultHandler<C>()
    handlers.append((source, handler))
    let origin = ComponentState.Source.command(source)
    let reaction = reaction(of: origin) { [weak self, weak handler] (output: C.Output) in
      guard let self, let handler else { return [] }
      return handler.edits(for: output, isPage: state.isPageAwaited(of: origin))
    }
    react(to: command, with: reaction, isolation: isolation)
    return handler
  }

  // MARK: Actions

  /// Performs actions, after those that are pending.
  func perform(_ new: [ComponentState.Action]) {
    actions += new
    if isPerforming { return }
    isPerforming = true
    var index = 0
    while index < actions.count {
      perform(actions[index])
      index += 1
    }
    actions = []
    isPerforming = false
  }

  private func perform(_ action: ComponentState.Action) {
    switch action {
    case .show(let components): renderer.show(components)
    case .render(let changes): renderer.render(changes)
    case .showProgress(let isInProgress): renderer.showProgress(isInProgress)
    case .showFailure(let text): renderer.showFailure(text)
    case .save: save()
    case .report(let error): report(error)
    }
  }

  private func save() {
    guard let cache, let cacheKey else { return }
    do { try cache.save(components, for: cacheKey) } catch { report(error) }
  }

  func report(_ error: any Error) {
    guard let errorHandler else { return engine.execute(builder: Failing(error: error), isolation: nil) }
    errorHandler(error)
  }
}

/// A builder that only throws, which passes an error to an engine's error handler.
private struct Failing: CommandBuilder {
  let error: any Error

  func buildCommand() throws -> any AnyCommand { throw error }
}
