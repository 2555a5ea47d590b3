import Aftermath
import AftermathComponents
import Testing

@Suite("Kept contents and other homes") @MainActor
struct ComponentsKeptTests {
  @Test("after each change the contents are kept, and the next controller begins with them")
  func keeping() {
    let cache = MemoryCache()
    let first = ComponentsScreen(
      cacheKey: "notes", cache: cache, behaviors: [ItemReloadBehavior(commandType: ComponentsList.self)])
    #expect(cache.load("notes") == nil)
    first.publish(Event<ComponentsList>.data(componentsItems("a")))
    #expect(cache.load("notes") == first.controller.components)
    first.controller.apply(.insert(Insertion(componentsItems("b")), in: 0))
    #expect(cache.load("notes")?.first?.items.count == 2)
    let second = ComponentsScreen(cacheKey: "notes", cache: cache)
    second.controller.appear()
    #expect(second.renderer.text == "# list\n- A\n- B\n")
    let other = ComponentsScreen(cacheKey: "others", cache: cache)
    #expect(other.rows == [])
  }

  final class Broken: ContentCache {
    func load(_ key: String) throws -> [Component]? { throw ComponentsFailure() }
    func save(_ components: [Component], for key: String) throws { throw ComponentsFailure() }
    func remove(_ key: String) throws { throw ComponentsFailure() }
  }

  @Test("a cache that cannot be read or written is reported, and the controller goes on without")
  func broken() {
    let screen = ComponentsScreen(cacheKey: "notes", cache: Broken())
    #expect(screen.controller.components == [Component(identifier: "list")])
    screen.controller.apply(.insert(Insertion(componentsItems("a")), in: 0))
    #expect(screen.rows == ["a"])
    #expect(screen.errors == ["The library is closed.", "The library is closed."])
    var told: [String] = []
    _ = ComponentController(
      cacheKey: "notes", cache: Broken(), renderer: PlainTextRenderer(), engine: Engine(name: "components"),
      errorHandler: { told.append("\($0)") })
    #expect(told == ["The library is closed."])
  }

  actor Shelf {
    let renderer = PlainTextRenderer()
    var controller: ComponentController?

    func open(_ engine: Engine) {
      controller = ComponentController(itemCommand: ComponentsList(), renderer: renderer, engine: engine)
      controller?.appear()
    }

    func text() -> String { renderer.text }
  }

  @Test("a controller in another isolation than its engine's home gets the events there")
  func elsewhere() async {
    let engine = Engine(name: "components")
    engine.use(ComponentsList.self) { _ in .data(componentsItems("a")) }
    let shelf = Shelf()
    await shelf.open(engine)
    await engine.run()
    #expect(await shelf.text() == "# items\n- A\n")
  }
}
