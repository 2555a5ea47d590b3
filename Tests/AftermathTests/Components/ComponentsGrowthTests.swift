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
}
