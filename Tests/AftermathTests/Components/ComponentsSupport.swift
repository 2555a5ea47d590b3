import Aftermath
import AftermathComponents

func componentsItems(_ identifiers: String...) -> [Item] {
  identifiers.map { Item(identifier: $0, title: $0.uppercased()) }
}

struct ComponentsFailure: Error, Equatable, CustomStringConvertible {
  var description: String { "The library is closed." }
}

/// Commands of the tests; they are answered by hand unless a handler is registered.
struct ComponentsList: Command { typealias Output = [Item] }
struct ComponentsAll: Command { typealias Output = [Component] }
struct ComponentsAdd: Command { typealias Output = Item }
struct ComponentsPut: Command { typealias Output = Insertion }
struct ComponentsChange: Command { typealias Output = Item }
struct ComponentsRemove: Command { typealias Output = Item }
struct ComponentsPage: Command {
  typealias Output = [Item]
  var after: String?
}

/// Counts what was executed, and answers with progress; the answer itself is published by the test.
@MainActor final class ComponentsHandlers {
  var executed: [String] = []

  init(_ engine: Engine) {
    engine.use(ComponentsList.self) { [weak self] _ in self?.note("list") ?? .progress }
    engine.use(ComponentsAll.self) { [weak self] _ in self?.note("all") ?? .progress }
    engine.use(ComponentsPage.self) { [weak self] in self?.note("page after \($0.after ?? "-")") ?? .progress
    }
  }

  private func note<C: Command>(_ name: String) -> Event<C> {
    executed.append(name)
    return .progress
  }
}

/// Keeps what an engine's error handler is told.
final class ComponentsErrors: ErrorHandler, @unchecked Sendable {
  // Sound: it is called at the engine's home only, which is the main actor in these tests.
  var told: [String] = []

  func handle(error: any Error) { told.append("\(error)") }
}

/// A controller on an engine of its own, with what it renders and tells.
@MainActor final class ComponentsScreen {
  let engine: Engine
  let renderer = PlainTextRenderer()
  let handlers: ComponentsHandlers
  var errors: [String] = []
  private(set) var controller: ComponentController!

  init(
    cacheKey: String? = nil, cache: (any ContentCache)? = nil,
    components: [Component] = [Component(identifier: "list")], initialCommand: (any AnyCommand)? = nil,
    behaviors: [any ComponentBehavior] = [], refreshMode: RefreshMode = .onlyWhenEmpty,
    engine: Engine = Engine(name: "components")
  ) {
    self.engine = engine
    handlers = ComponentsHandlers(engine)
    controller = ComponentController(
      cacheKey: cacheKey, cache: cache, components: components, initialCommand: initialCommand,
      behaviors: behaviors, refreshMode: refreshMode, renderer: renderer, engine: engine,
      errorHandler: { [weak self] in self?.errors.append("\($0)") })
  }

  func publish<C: Command>(_ event: Event<C>) { engine.publish(event: event) }

  var rows: [String] { controller.components.first?.items.map(\.identifier) ?? [] }

  func end() { controller = nil }
}
