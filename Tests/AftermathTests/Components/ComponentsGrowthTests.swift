import Aftermath
import AftermathComponents
import Testing

@Suite("The cost of many edits, one by one") @MainActor
struct ComponentsGrowthTests {
  /// A controller of a list with this number of items.
  func screen(_ count: Int) -> ComponentsScreen {
    let items = (0..<count).map { Item(identifier: "n\($0)") }
    let screen = ComponentsScreen(
      components: [Component(identifier: "list", items: items)],
      behaviors: [
        ItemInsertBehavior(commandType: ComponentsPut.self),
        ItemUpdateBehavior(commandType: ComponentsChange.self),
        ItemDeleteBehavior(commandType: ComponentsRemove.self),
      ])
    screen.controller.appear()
    return screen
  }

  @Test(
    "inserts cost the same each, at the end and at the front", arguments: [Insertion.Place.append, .prepend])
  func inserts(_ place: Insertion.Place) {
    let factor = growth(from: 1_000) { count in
      let screen = screen(0)
      for number in 0..<count {
        let item = Item(identifier: "n\(number)")
        screen.publish(Event<ComponentsPut>.data(Insertion([item], at: place)))
      }
      #expect(screen.rows.count == count)
    }
    #expect(factor < 24)
  }

  @Test("updates cost the same each")
  func updates() {
    let factor = growth(from: 1_000) { count in
      let screen = screen(count)
      for number in 0..<count {
        screen.publish(Event<ComponentsChange>.data(Item(identifier: "n\(number)", title: "new")))
      }
    }
    #expect(factor < 24)
  }

  @Test("deletions cost little more than the same each")
  func deletions() {
    let factor = growth(from: 1_000) { count in
      let screen = screen(count)
      for number in 0..<count {
        let identifier = "n\(number.isMultiple(of: 2) ? number : count - number)"
        screen.publish(Event<ComponentsRemove>.data(Item(identifier: identifier)))
      }
    }
    // √8 times as much each, at worst.
    #expect(factor < 36)
  }

  @Test("a terminal shows inserts at the same cost each, below the selection and above it")
  func terminal() {
    let factor = growth(from: 200) { count in
      let renderer = TerminalRenderer(width: 80, height: 24) { _ in }
      let list = ComponentController(
        components: [Component(identifier: "list", title: "List")],
        behaviors: [ItemInsertBehavior(commandType: ComponentsPut.self)], renderer: renderer,
        engine: Engine(name: "growth"))
      list.appear()
      for number in 0..<count {
        let item = Item(identifier: "n\(number)")
        let insertion = number.isMultiple(of: 2) ? Insertion.append([item]) : .prepend([item])
        list.engine.publish(event: Event<ComponentsPut>.data(insertion))
        if number == 10 { renderer.moveSelection(by: 1) }
      }
      #expect(renderer.selection?.items == ["n9"])
    }
    #expect(factor < 24)
  }
}
