public import Aftermath
import AftermathComponents
import AftermathRouting
import NotesLibrary
import NotesModel
import NotesSession
public import Terminal

/// The full screen: its input is keys, its output a canvas, and the workplace does everything else.
///
/// ```swift
/// let interface = try Interface(engine: Engine(name: "screens", flow: flow), workplace: workplace)
/// try journal.record(interface.screen.recordable(state: ScreenJournal.states, messages:
/// ScreenJournal.messages)) interface.open(link: "notes:42")
/// interface.press(key)
/// terminal.show(interface.canvas())
/// ```
///
/// It retains the workplace; a workplace that retains the interface would be a cycle.
@MainActor
public final class Interface: CommandProducer {
  /// The engine of the screen's commands.
  public nonisolated let engine: Engine
  /// The store of the screen's own state, for observation, recording and replay.
  public let screen: Millrace.Store<Screen, FoldedEvent>

  private let bench: Bench
  private let renderer = CanvasRenderer()
  private let pages: ComponentController
  private var navigator: Navigator<Interface>?
  private var observation: ObservationToken?

  /// Creates an interface that shows the notes, and registers its handlers with an engine on the main actor.
  ///
  /// - Throws: `Failure` when the engine has another home.
  public init(engine: Engine, workplace: any Workplace) throws {
    self.engine = engine
    screen = try Screen().store(on: engine)
    let bench = Bench(workplace: workplace, store: screen)
    self.bench = bench
    for (_, feature) in Features.all { Self.use(feature, on: engine, at: bench) }
    pages = ComponentController(renderer: renderer, engine: engine)
    let scheme = try Places.scheme()
    let (router, commands) = (try Places.router(scheme), try Places.commandRouter(scheme))
    navigator = Navigator(
      engine: engine, scheme: scheme, commandRouter: { commands }, context: { [unowned self] in self },
      router: { router })
    // Every change of the screen, by a key or a journal, needs a new page of rows.
    observation = screen.observe { [weak self] _ in self?.showPage() }
    pages.appear()
  }

  private static func use<Feature: ScreenFeature>(
    _ feature: Feature.Type, on engine: Engine, at bench: Bench
  ) {
    engine.use(handler: FeatureHandler<Feature>(bench: bench))
  }

  /// Searches for the content of the current list; call it once, when the workplace is ready.
  public func start() {
    let screen = bench.screen
    bench.look(for: screen.kind, words: screen.lists[words: screen.kind].text)
    refresh()
  }

  /// Carries out the command of a key.
  public func press(_ key: Key) {
    if let command = Keymap.command(for: key, on: bench.screen) { execute(command: command) }
  }

  /// Opens the place of a link: `notes:42`, `todos:new`, `search:milk`; with the scheme before it,
  /// `notes://todos:7`.
  ///
  /// An error in the link is shown to the user.
  public func open(link: String) {
    execute(command: link.hasPrefix("notes://") ? RouteCommand(url: link) : RouteCommand(urn: link))
  }

  /// Updates the selection and the rows after a change in the workplace.
  public func refresh() {
    let screen = bench.screen
    let lists = Set([screen.list, .items(screen.kind)])
    for list in lists where bench.followed(list) != screen.lists[list] { execute(command: Follow(list)) }
    showPage()
  }

  /// Shows the rows of the moment; no turn is taken for them.
  private func showPage() { pages.apply(.reload([bench.page])) }

  public var view: ScreenView {
    let screen = bench.screen
    let workplace = bench.workplace
    let counts = workplace.withLibrary { (waiting: $0.outbox.count, conflicts: $0.conflicts.count) }
    var view = ScreenView(screen: screen, search: workplace.search, preferences: workplace.preferences)
    view.page = renderer.page
    view.failure = renderer.failure
    view.detail = screen.subject.flatMap(bench.detail)
    if case .conflict(let id, _) = screen.place { view.sides = bench.sides(of: id) }
    view.phase = workplace.session.phase
    view.banner = workplace.session.banner
    view.trouble = workplace.trouble
    view.waiting = counts.waiting
    view.conflicts = counts.conflicts
    view.refusals = workplace.withLibrary { $0.refusals }
    if case .log = screen.place { view.log = workplace.log }
    return view
  }

  public func canvas() -> Canvas { draw(view) }
}
