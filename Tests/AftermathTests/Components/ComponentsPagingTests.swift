import Aftermath
import AftermathComponents
import Testing

@Suite("Paging") @MainActor
struct ComponentsPagingTests {
  func screen(
    _ more: [any ComponentBehavior] = [], engine: Engine = Engine(name: "components")
  ) -> ComponentsScreen {
    ComponentsScreen(
      behaviors: more + [PagingBehavior { $0.count < 6 ? ComponentsPage(after: $0.last?.identifier) : nil }],
      engine: engine)
  }

  @Test("at the end the next page is asked for once, until it has come or failed")
  func once() {
    let screen = screen()
    #expect(screen.controller.reachEnd())
    #expect(!screen.controller.reachEnd())
    #expect(screen.handlers.executed == ["page after -"])
    screen.publish(Event<ComponentsPage>.data(componentsItems("a", "b")))
    #expect(screen.rows == ["a", "b"])
    #expect(screen.controller.reachEnd())
    screen.publish(Event<ComponentsPage>.error(ComponentsFailure()))
    #expect(screen.controller.reachEnd())
    #expect(screen.handlers.executed == ["page after -", "page after b", "page after b"])
    screen.publish(Event<ComponentsPage>.data([Item(identifier: "b", title: "new")] + componentsItems("c")))
    #expect(screen.rows == ["a", "b", "c"])
    #expect(screen.controller.components[0].items[1].title == "new")
    #expect(screen.errors == ["The library is closed."])
  }

  @Test("a handler that answers at once brings one page for each time the end is reached")
  func answeredAtOnce() {
    let engine = Engine(name: "components")
    let screen = screen(engine: engine)
    engine.errorHandler = ComponentsErrors()
    engine.use(ComponentsPage.self) { .data([Item(identifier: ($0.after ?? "") + "x")]) }
    #expect(screen.controller.reachEnd() && screen.controller.reachEnd())
    #expect(screen.rows == ["x", "xx"])
  }

  @Test("when there is no more, nothing is executed")
  func noMore() {
    let screen = screen()
    screen.controller.apply(.insert(Insertion(componentsItems("a", "b", "c", "d", "e", "f")), in: 0))
    #expect(!screen.controller.reachEnd())
    #expect(screen.handlers.executed == [])
    screen.controller.apply(.delete(["f"], in: 0))
    #expect(screen.controller.reachEnd())
  }

  @Test("a page that this controller has not requested is left to the one that has")
  func sideBySide() {
    let engine = Engine(name: "components")
    let first = screen(engine: engine)
    let second = screen(engine: engine)
    first.controller.reachEnd()
    engine.publish(event: Event<ComponentsPage>.data(componentsItems("a")))
    #expect(first.rows == ["a"] && second.rows == [])
  }

  @Test("a command that loads the first page may load the next ones, too")
  func sameCommand() {
    let screen = screen([ItemReloadBehavior(commandType: ComponentsPage.self)])
    screen.publish(Event<ComponentsPage>.data(componentsItems("a", "b")))
    screen.controller.reachEnd()
    screen.publish(Event<ComponentsPage>.data(componentsItems("c")))
    #expect(screen.rows == ["a", "b", "c"])
    screen.publish(Event<ComponentsPage>.data(componentsItems("x")))
    #expect(screen.rows == ["x"])
  }

  @Test("after a refresh a late page of what was is not taken")
  func refresh() {
    let screen = ComponentsScreen(
      initialCommand: ComponentsList(),
      behaviors: [
        ItemReloadBehavior(commandType: ComponentsList.self),
        PagingBehavior { ComponentsPage(after: $0.last?.identifier) },
      ])
    screen.controller.reachEnd()
    screen.controller.refresh()
    screen.publish(Event<ComponentsPage>.data(componentsItems("late")))
    #expect(screen.rows == [])
    screen.publish(Event<ComponentsList>.data(componentsItems("a")))
    #expect(screen.rows == ["a"])
  }

  @Test("a command without a handler does not block the paging")
  func unhandled() {
    struct Unhandled: Command { typealias Output = [Item] }
    let errors = ComponentsErrors()
    let screen = ComponentsScreen(behaviors: [PagingBehavior { _ in Unhandled() }])
    screen.engine.errorHandler = errors
    #expect(screen.controller.reachEnd())
    #expect(screen.controller.reachEnd())
    #expect(errors.told.count == 2)
  }

  @Test("a page of a component that is not there is reported")
  func noComponent() {
    let screen = ComponentsScreen(behaviors: [PagingBehavior(index: 4) { _ in ComponentsPage() }])
    #expect(!screen.controller.reachEnd())
    #expect(screen.errors == [ComponentError.noComponent(index: 4, count: 1).description])
  }

  @Test("without a paging behaviour the end means nothing")
  func none() {
    #expect(!ComponentsScreen().controller.reachEnd())
  }
}
