public import Aftermath

/// Keeps the contents of one part of an application's screen, changes them by the events of commands, and has a
/// renderer show what has changed.
///
/// ```swift
/// let notes = ComponentController(
///   cacheKey: "notes", cache: cache, itemCommand: NoteList(),
///   behaviors: [ItemInsertBehavior(commandType: AddNote.self), ItemDeleteBehavior(commandType: RemoveNote.self)],
///   renderer: renderer)
/// notes.appear()
/// ```
///
/// It lives in the isolation in which it is made. Two controllers on one engine get the same events: whichever of
/// them has a behaviour for a command reacts to it, whoever has executed it. When its last reference goes, or after
/// `disposeAll()`, events change and render nothing.
public final class ComponentController: CommandProducer, ReactionProducer, FactProducer {
  /// The engine whose events it reacts to, and on which it executes its commands.
  public let engine: Engine
  /// What its contents are kept under; nil when they are not kept.
  public let cacheKey: String?
  /// What is told of errors of commands, of edits, and of the cache.
  ///
  /// While there is none, errors of edits and of the cache are told to the engine's error handler; those of commands
  /// are rendered in any case.
  public var errorHandler: ((any Error) -> Void)?

  private var state: ComponentState
  private let cache: (any ContentCache)?
  private let renderer: any Renderer
  private let initialCommand: (any AnyCommand)?
  private var desks: [(source: ObjectIdentifier, desk: CommandDesk)] = []
  private var hooks: [AppearanceMoment: [(ComponentController) -> Void]] = [:]
  /// What has still to be done, in order; a renderer may call the controller while it renders.
  private var actions: [ComponentState.Action] = []
  private var isPerforming = false
  /// Whether it is about to appear or disappear, which does not begin anew inside of itself.
  private var isTurning = false

  /// A controller.
  ///
  /// - Parameters:
  ///   - cacheKey: What its contents are kept under; nothing is kept without one.
  ///   - cache: Where they are kept. What was kept takes the place of `components` if it begins with the same ones;
  ///     otherwise its items go to those with the same identifiers.
  ///   - components: What is there at first.
  ///   - initialCommand: Executed whenever it appears, and by ``refresh(isolation:)``. Its events are those of a
  ///     behaviour: without one for its type, neither progress nor errors of it are shown.
  ///   - behaviors: What it does with the events of commands.
  ///   - refreshMode: When it is shown that commands are under way.
  ///   - renderer: Shows the contents.
  ///   - engine: The engine of its commands.
  ///   - errorHandler: What is told of errors.
  ///   - isolation: Where it lives.
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
    // An engine that has no home yet shall have this one, before an error is told to it from nowhere in particular.
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

  /// Whether what happens is rendered.
  public var isShown: Bool { state.isShown }

  // MARK: Life cycle

  /// It is to be seen: its contents are rendered, and the initial command executed.
  ///
  /// Nothing happens when it is to be seen already.
  public func appear(isolation: isolated (any Actor)? = #isolation) {
    guard !isTurning && !state.isShown else { return }
    isTurning = true
    defer { isTurning = false }
    call(.preAppearing)
    perform(state.appear())
    if let initialCommand { engine.execute(command: initialCommand, isolation: isolation) }
    call(.postAppearing)
  }

  /// It is not to be seen any more: events change its contents, but nothing is rendered.
  ///
  /// Nothing happens when it is not to be seen already.
  public func disappear() {
    guard !isTurning && state.isShown else { return }
    isTurning = true
    defer { isTurning = false }
    call(.preDisappearing)
    state.disappear()
    call(.postDisappearing)
  }

  /// Executes the initial command once more; that there is none is told to the error handler
  /// (``ComponentError/nothingToRefresh``).
  public func refresh(isolation: isolated (any Actor)? = #isolation) {
    guard let initialCommand else { return report(ComponentError.nothingToRefresh) }
    state.refresh(with: ObjectIdentifier(type(of: initialCommand)))
    engine.execute(command: initialCommand, isolation: isolation)
  }

  /// The end of the contents is to be seen: the commands of its paging behaviours are executed, but for those that
  /// have not been answered since the last time.
  ///
  /// - Returns: Whether a command was executed.
  @discardableResult
  public func reachEnd(isolation: isolated (any Actor)? = #isolation) -> Bool {
    var isExecuted = false
    for (source, desk) in desks {
      guard let nextPage = desk.nextPage, state.beginPage(of: source) else { continue }
      guard let command = nextPage() else {
        state.endPage(of: source)
        continue
      }
      // Nobody would answer; that nobody handles it is told by the engine.
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

  /// Changes the contents; what cannot be done is told to the error handler.
  public func apply(_ edit: ContentEdit) { perform(state.apply(edit)) }

  /// Has what `edit` makes of a command's output change the contents; nil changes nothing.
  ///
  /// Progress and errors of the command are rendered.
  public func edit<C: Command>(
    with command: C.Type, isolation: isolated any Actor = #isolation,
    _ edit: @escaping (C.Output) -> ContentEdit?
  ) {
    desk(of: command, isolation: isolation).add(edit)
  }

  /// Calls `body` with the controller whenever it appears or disappears.
  public func on(_ moment: AppearanceMoment, _ body: @escaping (ComponentController) -> Void) {
    hooks[moment, default: []].append(body)
  }

  func page<C: Command>(
    with type: C.Type, in index: Int, isolation: isolated any Actor = #isolation,
    command: @escaping ([Item]) -> C?, edit: @escaping (C.Output) -> ContentEdit?
  ) {
    let desk = desk(of: type, isolation: isolation)
    desk.setPage(edit)
    desk.nextPage = { [weak self] in
      guard let self else { return nil }
      guard components.indices.contains(index) else {
        report(ComponentError.noComponent(index: index, count: components.count))
        return nil
      }
      return command(components[index].items)
    }
  }

  private func desk<C: Command>(
    of command: C.Type, isolation: isolated any Actor
  ) -> TypedCommandDesk<C> {
    let source = ObjectIdentifier(command)
    for case (source, let desk as TypedCommandDesk<C>) in desks { return desk }
    let desk = TypedCommandDesk<C>()
    desks.append((source, desk))
    let reaction = Reaction<C.Output>(
      wait: { [weak self] in self?.wait(for: source) },
      consume: { [weak self, weak desk] output in
        if let self, let desk { consume(output, desk, source) }
      },
      rescue: { [weak self] error in self?.rescue(error, source) })
    react(to: command, with: reaction, isolation: isolation)
    return desk
  }

  // MARK: Events

  private func wait(for source: ObjectIdentifier) { perform(state.wait(for: source)) }

  private func consume<C: Command>(
    _ output: C.Output, _ desk: TypedCommandDesk<C>, _ source: ObjectIdentifier
  ) {
    let edits = desk.edits(for: output, isPage: state.isPageAwaited(of: source))
    if edits.isEmpty { perform(state.finish(source)) }
    for edit in edits { perform(state.take(edit, from: source)) }
  }

  private func rescue(_ error: any Error, _ source: ObjectIdentifier) {
    perform(state.fail(source, "\(error)"))
    errorHandler?(error)
  }

  // MARK: Doing

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
