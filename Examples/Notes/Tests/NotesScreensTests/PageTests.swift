import AftermathComponents
import Millrace
import NotesModel
import Terminal
import Testing

@testable import NotesLibrary
@testable import NotesScreens

@MainActor
@Suite("Pages")
struct PageTests {
  @Test("cost by the window, and not by what was found")
  func window() throws {
    var made: [Int: [Int]] = [:]
    for count in [100, 100_000] {
      let stage = try Stage(Stage.notes(count))
      for key in [.down, .end, .up, .pageUp, .home, .character("?"), .escape] as [Key] {
        stage.press(key)
        made[count, default: []].append(stage.interface.view.page.items.count)
      }
      #expect(stage.text.contains("\(grouped(count)) notes"))
    }
    let (few, many) = (made[100], made[100_000])
    #expect(few == many)
    #expect(many?.max() == 19)
  }

  @Test("are made of the states of the moment, without a turn")
  func moment() throws {
    let stage = try Stage(Stage.notes(30))
    var turns: [String] = []
    let tap = stage.interface.screen.flow.tap { turns.append($0.store) }
    let present = stage.screen
    stage.press(.end)
    let taken = turns.count
    stage.interface.screen.replace(present)
    #expect(stage.interface.view.page.items.first?.title == "Note number 1")
    #expect(turns.count == taken && taken > 0)
    withExtendedLifetime(tap) {}
  }

  @Test("tell of the rows that have changed, and draw what the steps have made")
  func steps() throws {
    let stage = try Stage(Stage.notes(30))
    stage.workplace.add(.note(Note(userId: 1, id: 3, title: "Changed", body: "")))
    stage.interface.refresh()
    #expect(stage.lines[4].contains("Changed"))
    stage.workplace.remove(ItemID(.notes, 1))
    stage.interface.refresh()
    #expect(stage.lines[2].contains("Note number 2") && stage.lines[3].contains("Changed"))
    stage.press(.end, .character("2"), .character("1"))
    #expect(stage.lines[20].contains("Note number 30"))
  }

  @Test("have a row for what was found and is gone, so that the others stay in their places")
  func gone() throws {
    let stage = try Stage(Stage.notes(3))
    stage.workplace.library.entries[ItemID(.notes, 2)] = nil
    stage.interface.refresh()
    #expect(stage.lines[3].contains("…") && stage.lines[4].contains("Note number 3"))
  }
}
