public import Aftermath

/// The contents of one part of a screen, changed by the events of commands and shown by a renderer.
///
/// ```swift
/// let notes = ComponentController(
///   cacheKey: "notes", cache: cache, itemCommand: NoteList(),
///   behaviors: [ItemInsertBehavior(commandType: AddNote.self), ItemDeleteBehavior(commandType: RemoveNote.self)],
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

  private var state: ComponentState
  private let cache: (any ContentCache)?
  private let renderer: any Renderer
  private let initialCommand: (any AnyCommand)?
  private var handlers: [(source: ObjectIdentifier, handler: CommandResultHandler)] = []
  private var hooks: [AppearanceMoment: [(ComponentController) -> Void]] = [:]
  /// The pending actions in order; a renderer may call the controller while it renders.
  private var actions: [ComponentState.Action] = []
  private var isPerforming = false
  /// True while it appears or disappears; another appearance or disappearance cannot start meanwhile.
  private var isTurning = false

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

  /// True while changes are rendered.
  public var isShown: Bool { state.isShown }

  // MARK: Life cycle

  /// Makes the controller visible: renders its contents, and executes the initial command.
  ///
  /// Does nothing if it is already visible.
  public func appear(isolation: isolated (any Actor)? = #isolation) {
    guard !isTurning && !state.isShown else { return }
    isTurning = true
    defer { isTurning = false }
    call(.preAppearing)
    perform(state.appear())
    if let initialCommand { engine.execute(command: initialCommand, isolation: isolation) }
    call(.postAppearing)
  }

  /// Makes the controller invisible: events still change its contents, but nothing is rendered.
  ///
  /// Does nothing if it is already invisible.
  public func disappear() {
    guard !isTurning && state.isShown else { return }
    isTurning = true
    defer { isTurning = false }
    call(.preDisappearing)
    state.disappear()
    call(.postDisappearing)
  }

  /// Executes the initial command again.
  ///
  /// Without one, the error handler receives ``ComponentError/nothingToRefresh``.
  public func refresh(isolation: isolated (any Actor)? = #isolation) {
    guard let initialCommand else { return report(ComponentError.nothingToRefresh) }
    state.refresh(with: ObjectIdentifier(type(of: initialCommand)))
    engine.execute(command: initialCommand, isolation: isolation)
  }

  /// Requests the next page, because the end of the contents is visible.
  ///
  /// It executes the commands of the paging behaviours, except those that are still unanswered.
  ///
  /// - Returns: True if a command was executed.
  @discardableResult
  public func reachEnd(isolation: isolated (any Actor)? = #isolation) -> Bool {
    var isExecuted = false
    for (source, handler) in handlers {
      guard let nextPage = handler.nextPage, state.beginPage(of: source) else { continue }
      guard let command = nextPage() else {
        state.endPage(of: source)
        continue
      }
      // Without a handler no answer would come; the engine reports the missing handler.
      if !engine.contains(type(of: command)) { state.endPage(of: source) }
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
    let reaction = Reaction<C.Output>(
      wait: { [weak self] in if let self { perform(state.wait(for: source)) } },
      consume: { [weak self, weak handler] output in
        if let self, let handler { consume(output, handler, source) }
      },
      rescue: { [weak self] error in self?.rescue(error, source) })
    react(to: command, with: reaction, isolation: isolation)
    return handler
  }

  // MARK: Events

  private func consume<C: Command>(
    _ output: C.Output, _ handler: TypedCommandResultHandler<C>, _ source: ObjectIdentifier
  ) {
    let edits = handler.edits(for: output, isPage: state.isPageAwaited(of: source))
    if edits.isEmpty { perform(state.finish(source)) }
    for edit in edits { perform(state.take(edit, from: source)) }
  }

  private func rescue(_ error: any Error, _ source: ObjectIdentifier) {
    perform(state.fail(source, "\(error)"))
    errorHandler?(error)
  }

  // MARK: Actions

  private func perform(_ new: [ComponentState.Action]) {
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
