import Aftermath
import AftermathComponents
import Testing

@Suite("A controller") @MainActor
struct ComponentsControllerTests {
  @Test("the initial command is executed whenever it appears, and not twice while it is shown")
  func initialCommand() {
    let screen = ComponentsScreen(initialCommand: ComponentsList())
    #expect(screen.handlers.executed == [] && screen.renderer.log == [])
    screen.controller.appear()
    screen.controller.appear()
    #expect(screen.handlers.executed == ["list"])
    screen.controller.disappear()
    screen.controller.appear()
    #expect(screen.handlers.executed == ["list", "list"])
    screen.controller.refresh()
    #expect(screen.handlers.executed.count == 3)
  }

  @Test("the contents are shown once, and later only what has changed")
  func onlyChanges() {
    let screen = ComponentsScreen(behaviors: [ItemReloadBehavior(commandType: ComponentsList.self)])
    screen.controller.appear()
    var items = (0..<10_000).map { Item(identifier: "n\($0)") }
    screen.publish(Event<ComponentsList>.data(items))
    screen.renderer.clearLog()
    items[5_000].title = "changed"
    screen.publish(Event<ComponentsList>.data(items))
    #expect(screen.renderer.log == ["update n5000 at 5000 in list"])
    screen.controller.disappear()
    items[1].title = "changed"
    screen.publish(Event<ComponentsList>.data(items))
    #expect(screen.renderer.log.count == 1)
    screen.controller.appear()
    #expect(screen.renderer.log == ["update n5000 at 5000 in list", "update n1 at 1 in list"])
    #expect(screen.renderer.components == screen.controller.components)
  }

  @Test("progress and errors of its commands are rendered, and errors reported to its handler")
  func progressAndErrors() {
    let screen = ComponentsScreen(
      initialCommand: ComponentsList(), behaviors: [ItemReloadBehavior(commandType: ComponentsList.self)])
    screen.controller.appear()
    #expect(screen.renderer.text == "# list\n…\n")
    screen.publish(Event<ComponentsList>.error(ComponentsFailure()))
    #expect(screen.renderer.text == "# list\n! The library is closed.\n")
    #expect(screen.errors == ["The library is closed."])
    screen.controller.refresh()
    #expect(screen.renderer.text == "# list\n…\n")
    screen.publish(Event<ComponentsList>.data(componentsItems("a")))
    #expect(screen.renderer.text == "# list\n- A\n")
  }

  @Test("a refresh without an initial command is reported")
  func nothingToRefresh() {
    let screen = ComponentsScreen()
    screen.controller.refresh()
    #expect(screen.errors == [ComponentError.nothingToRefresh.description])
  }

  @Test("a controller of a command that produces components reloads by itself")
  func componentCommand() {
    let engine = Engine(name: "components")
    engine.use(ComponentsAll.self) { _ in .data([Component(identifier: "a", items: componentsItems("x"))]) }
    let renderer = PlainTextRenderer()
    let controller = ComponentController(
      componentCommand: ComponentsAll(), renderer: renderer, engine: engine)
    controller.appear()
    #expect(renderer.text == "# a\n- X\n")
  }

  @Test("a controller of a command that produces items reloads by itself, the component at its index")
  func itemCommand() {
    let engine = Engine(name: "components")
    engine.use(ComponentsList.self) { _ in .data(componentsItems("x")) }
    let renderer = PlainTextRenderer()
    let plain = ComponentController(itemCommand: ComponentsList(), renderer: renderer, engine: engine)
    plain.appear()
    #expect(renderer.text == "# items\n- X\n")
    plain.disposeAll()
    let second = ComponentController(
      components: [Component(identifier: "a"), Component(identifier: "b")], itemCommand: ComponentsList(),
      index: 1, renderer: renderer, engine: engine)
    second.appear()
    #expect(renderer.text == "# a\n# b\n- X\n")
  }

  @Test("two controllers of one kind get the same events, and the one goes on when the other has ended")
  func sideBySide() {
    let engine = Engine(name: "components")
    let first = ComponentsScreen(
      behaviors: [ItemReloadBehavior(commandType: ComponentsList.self)], engine: engine)
    let second = ComponentsScreen(
      behaviors: [ItemReloadBehavior(commandType: ComponentsList.self)], engine: engine)
    first.controller.appear()
    second.controller.appear()
    engine.publish(event: Event<ComponentsList>.data(componentsItems("a")))
    #expect(first.renderer.text == "# list\n- A\n" && second.renderer.text == first.renderer.text)
    first.controller.disposeAll()
    engine.publish(event: Event<ComponentsList>.data(componentsItems("b")))
    #expect(first.renderer.text == "# list\n- A\n")
    #expect(second.renderer.text == "# list\n- B\n")
  }

  @Test("a controller that has ended renders nothing more, and nothing keeps it")
  func end() {
    let screen = ComponentsScreen(
      behaviors: [
        ItemReloadBehavior(commandType: ComponentsList.self), AppearanceBehavior(.preAppearing) { _ in },
        PagingBehavior { ComponentsPage(after: $0.last?.identifier) },
      ])
    weak let controller = screen.controller
    screen.controller.appear()
    screen.controller.reachEnd()
    screen.renderer.clearLog()
    screen.end()
    #expect(controller == nil)
    screen.publish(Event<ComponentsList>.data(componentsItems("a")))
    screen.publish(Event<ComponentsPage>.data(componentsItems("b")))
    #expect(screen.renderer.log == [])
  }

  @Test("an item that is selected is posted with its path, also a child")
  func selection() {
    let child = Item(identifier: "c", action: "note:c")
    let items = [Item(identifier: "a", action: "note:a", children: [child])]
    let screen = ComponentsScreen(components: [Component(identifier: "list", items: items)])
    let listener = Listener(screen.engine)
    screen.controller.select("c")
    screen.controller.select(ItemPath(component: "list", items: ["a"]))
    #expect(listener.selected == ["note:c at list › a › c", "note:a at list › a"])
    screen.controller.select("z")
    screen.controller.select(ItemPath(component: "list", items: ["z"]))
    #expect(listener.selected.count == 2)
    #expect(
      screen.errors == [
        "There is no item `z`, so nothing was changed; insert it first, or use the identifier of an existing "
          + "item.",
        "There is no item at `list › z`, so nothing was changed; use the path of an existing item.",
      ])
  }

  final class Listener: ReactionProducer {
    let engine: Engine
    var selected: [String] = []

    @MainActor init(_ engine: Engine) {
      self.engine = engine
      next { [weak self] (fact: ItemSelected) in
        self?.selected.append("\(fact.item.action ?? "-") at \(fact.path)")
      }
    }
  }

  @Test("what happens while it appears and disappears has its order")
  func hooks() {
    var lines: [String] = []
    let moments: [AppearanceMoment] = [.postDisappearing, .preDisappearing, .postAppearing, .preAppearing]
    let screen = ComponentsScreen(
      initialCommand: ComponentsList(),
      behaviors: moments.map { moment in
        AppearanceBehavior(moment) { controller in
          lines.append("\(moment) \(controller.isShown)")
        }
      })
    screen.controller.disappear()
    screen.controller.appear()
    #expect(lines == ["preAppearing false", "postAppearing true"])
    screen.controller.disappear()
    #expect(lines.dropFirst(2) == ["preDisappearing true", "postDisappearing false"])
    #expect(screen.handlers.executed == ["list"])
  }

  @Test(
    "a call of the opposite while it appears takes place afterwards, and the last call counts",
    arguments: [AppearanceMoment.preAppearing, .postAppearing])
  func opposite(_ moment: AppearanceMoment) {
    var lines: [String] = []
    let screen = ComponentsScreen(
      initialCommand: ComponentsList(),
      behaviors: [
        AppearanceBehavior(moment) {
          $0.disappear()
          $0.appear()
          $0.disappear()
        },
        AppearanceBehavior(.postAppearing) { lines.append("appeared \($0.isShown)") },
        AppearanceBehavior(.postDisappearing) { lines.append("disappeared \($0.isShown)") },
      ])
    screen.controller.appear()
    #expect(lines == ["appeared true", "disappeared false"])
    #expect(!screen.controller.isShown)
    #expect(screen.handlers.executed == ["list"])
  }

  @Test("an appearance inside of a disappearance executes the initial command again")
  func appearWithin() {
    let screen = ComponentsScreen(
      initialCommand: ComponentsList(),
      behaviors: [AppearanceBehavior(.preDisappearing) { $0.appear() }])
    screen.controller.appear()
    screen.controller.disappear()
    #expect(screen.controller.isShown)
    #expect(screen.handlers.executed == ["list", "list"])
  }

  @Test("behaviours that ask for the opposite each time end with an error")
  func unsettled() {
    let screen = ComponentsScreen(behaviors: [
      AppearanceBehavior(.postAppearing) { $0.disappear() },
      AppearanceBehavior(.postDisappearing) { $0.appear() },
    ])
    screen.controller.appear()
    #expect(screen.errors == [ComponentError.unsettledAppearance(turns: 16).description])
    #expect(!screen.controller.isShown)
    screen.controller.disappear()
    #expect(screen.errors.count == 1)
  }

  @Test("a renderer that changes the contents while it renders gets all changes in their order")
  func reentrance() {
    final class Eager: Renderer {
      let text = PlainTextRenderer()
      weak var controller: ComponentController?
      func show(_ components: [Component]) {
        controller?.apply(.insert(Insertion(componentsItems("a")), in: 0))
        text.show(components)
      }
      func render(_ changes: [ContentChange]) {
        if let controller, controller.components[0].items.count < 5 {
          controller.apply(
            .insert(Insertion([Item(identifier: "\(controller.components[0].items.count)")]), in: 0))
        }
        text.render(changes)
      }
      func showProgress(_ isInProgress: Bool) {}
      func showFailure(_ text: String?) {}
    }
    let renderer = Eager()
    let controller = ComponentController(
      components: [Component(identifier: "list")], renderer: renderer, engine: Engine(name: "components"))
    renderer.controller = controller
    controller.appear()
    #expect(renderer.text.components == controller.components)
    #expect(controller.components[0].items.count == 5)
    #expect(renderer.text.log.first == "show 1 components")
  }
}
