import Aftermath
import AftermathComponents
import Testing

@Suite("Behaviours") @MainActor
struct ComponentsBehaviorTests {
  @Test("components are reloaded with what a command produces, also through a closure")
  func reloadComponents() {
    let screen = ComponentsScreen(
      components: [],
      behaviors: [
        ComponentReloadBehavior(commandType: ComponentsAll.self),
        ComponentReloadBehavior(commandType: ComponentsAdd.self) {
          [Component(identifier: "by closure", items: [$0])]
        },
      ])
    screen.publish(Event<ComponentsAll>.data([Component(identifier: "a"), Component(identifier: "b")]))
    #expect(screen.controller.components.map(\.identifier) == ["a", "b"])
    screen.publish(Event<ComponentsAdd>.data(Item(identifier: "x")))
    #expect(screen.controller.components.map(\.identifier) == ["by closure"])
  }

  @Test("items are reloaded, inserted, updated and deleted with what commands produce")
  func items() {
    let screen = ComponentsScreen(
      behaviors: [
        ItemReloadBehavior(commandType: ComponentsList.self),
        ItemInsertBehavior(commandType: ComponentsAdd.self, place: .prepend),
        ItemInsertBehavior(commandType: ComponentsPut.self),
        ItemUpdateBehavior(commandType: ComponentsChange.self),
        ItemDeleteBehavior(commandType: ComponentsRemove.self),
      ])
    screen.publish(Event<ComponentsList>.data(componentsItems("a", "b")))
    screen.publish(Event<ComponentsAdd>.data(Item(identifier: "x")))
    #expect(screen.rows == ["x", "a", "b"])
    screen.publish(Event<ComponentsPut>.data(Insertion(componentsItems("y"), at: .index(2))))
    #expect(screen.rows == ["x", "a", "y", "b"])
    screen.publish(Event<ComponentsChange>.data(Item(identifier: "y", title: "new")))
    #expect(screen.controller.components[0].items[2].title == "new")
    screen.publish(Event<ComponentsRemove>.data(Item(identifier: "a")))
    #expect(screen.rows == ["x", "y", "b"])
    #expect(screen.errors == [])
  }

  @Test("a closure makes items of any output, for the component at any index")
  func closures() {
    struct Words: Command { typealias Output = (new: [String], old: [String]) }
    struct Rename: Command { typealias Output = (String, String) }
    let screen = ComponentsScreen(
      components: [
        Component(identifier: "first"), Component(identifier: "second", items: componentsItems("z")),
      ],
      behaviors: [
        ItemDeleteBehavior(index: 1, commandType: Words.self) { $0.old },
        ItemInsertBehavior(index: 1, commandType: Words.self) {
          Insertion($0.new.map { Item(identifier: $0) }, at: .prepend)
        },
        ItemUpdateBehavior(index: 1, commandType: Rename.self) { [Item(identifier: $0.0, title: $0.1)] },
        ItemReloadBehavior(index: 0, commandType: Rename.self) { [Item(identifier: $0.1)] },
      ])
    screen.publish(Event<Words>.data((["a", "b"], ["z"])))
    screen.publish(Event<Rename>.data(("b", "B")))
    #expect(screen.controller.components[1].items.map(\.title) == ["", "B"])
    #expect(screen.rows == ["B"])
  }

  @Test("an index that is not there, and an item that is not there, are reported")
  func errors() {
    let screen = ComponentsScreen(
      behaviors: [
        ItemReloadBehavior(index: 3, commandType: ComponentsList.self),
        ItemInsertBehavior(commandType: ComponentsPut.self),
        ItemUpdateBehavior(commandType: ComponentsChange.self),
        ItemDeleteBehavior(commandType: ComponentsRemove.self),
      ])
    screen.publish(Event<ComponentsList>.data(componentsItems("a")))
    screen.publish(Event<ComponentsPut>.data(Insertion(componentsItems("a"), at: .index(-1))))
    screen.publish(Event<ComponentsChange>.data(Item(identifier: "a")))
    screen.publish(Event<ComponentsRemove>.data(Item(identifier: "a")))
    let errors: [ComponentError] = [
      .noComponent(index: 3, count: 1), .noPlace(index: -1, count: 0, component: "list"),
      .unknownItem(identifier: "a", component: "list"), .unknownItem(identifier: "a", component: "list"),
    ]
    #expect(screen.errors == errors.map(\.description))
  }

  @Test("without a handler of its own, its errors are reported to the engine's")
  func engineHandler() {
    let errors = ComponentsErrors()
    let engine = Engine(name: "components")
    engine.errorHandler = errors
    let controller = ComponentController(renderer: PlainTextRenderer(), engine: engine)
    controller.apply(.delete(["a"], in: 2))
    controller.refresh()
    engine.publish(event: Event<ComponentsList>.progress)
    #expect(
      errors.told == [
        ComponentError.noComponent(index: 2, count: 0).description,
        ComponentError.nothingToRefresh.description,
      ])
  }

  @Test("a behaviour of one's own edits, hooks and reacts like those of the module")
  func custom() {
    struct Clear: ComponentBehavior {
      func extend(_ controller: ComponentController, isolation: isolated any Actor) {
        controller.edit(with: ComponentsRemove.self) { $0.identifier == "*" ? .reloadItems([], in: 0) : nil }
        controller.on(.preAppearing) { $0.apply(.insert(Insertion(componentsItems("a")), in: 0)) }
      }
    }
    let screen = ComponentsScreen(behaviors: [Clear()])
    screen.controller.appear()
    screen.publish(Event<ComponentsRemove>.data(Item(identifier: "a")))
    #expect(screen.rows == ["a"])
    screen.publish(Event<ComponentsRemove>.data(Item(identifier: "*")))
    #expect(screen.rows == [])
    #expect(screen.renderer.text == "# list\n")
  }

  @Test("the descriptions of errors say what, why, and what to do")
  func sentences() {
    let errors: [ComponentError] = [
      .noComponent(index: 2, count: 1), .noPlace(index: 5, count: 3, component: "l"),
      .unknownItem(identifier: "a", component: "l"), .unknownPath(ItemPath(component: "l", items: ["a"])),
      .duplicateItem(identifier: "a", list: "l"), .duplicateComponent(identifier: "l"),
      .unfitChange("delete a at 0"), .nothingToRefresh, .unsettledAppearance(turns: 16),
    ]
    for error in errors {
      #expect(error.description.hasSuffix(".") && error.description.contains(";"), "\(error)")
    }
    #expect(
      errors[4].description
        == "The list `l` already has an item `a`, so the second one was left out; give each "
        + "item of a list its own identifier.")
  }
}
