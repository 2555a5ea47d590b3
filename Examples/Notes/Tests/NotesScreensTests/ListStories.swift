import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@MainActor
@Suite("Lists")
struct ListStories {
  @Test("are moved in by rows, by pages and to their ends")
  func moving() throws {
    let stage = try Stage(Stage.notes(100))
    let rows = 19
    #expect(stage.selected == "Note number 1")
    stage.press(.down, .character("j"), .up)
    #expect(stage.selected == "Note number 2")
    stage.press(.pageDown)
    #expect(stage.selected == "Note number \(2 + rows - 1)")
    stage.press(.end)
    #expect(stage.selected == "Note number 100")
    #expect(stage.lines[20].contains("Note number 100") && stage.lines[2].contains("Note number 82"))
    stage.press(.down)
    #expect(stage.selected == "Note number 100")
    stage.press(.pageUp, .character("g"), .up)
    #expect(stage.selected == "Note number 1")
    #expect(stage.lines[2].contains("Note number 1"))
  }

  @Test("keep the row that is selected in sight when the terminal changes its size")
  func resizing() throws {
    let stage = try Stage(Stage.notes(100))
    stage.press(.end, .resize(width: 80, height: 10))
    #expect(stage.text.contains("Note number 100"))
    stage.press(.home, .resize(width: 3, height: 1), .resize(width: 100, height: 50))
    #expect(stage.lines[2].contains("Note number 1"))
  }

  @Test("are gone round by tab, and gone to by number; each remembers where one was")
  func tabs() throws {
    let stage = try Stage()
    stage.press(.down, .tab)
    #expect(stage.screen.kind == .todos && stage.workplace.looked.last == Query(kind: .todos))
    stage.press(.down, .tab, .tab)
    #expect(stage.selected == "Call the plumber")
    stage.press(.backtab)
    #expect(stage.screen.kind == .users)
    stage.press(.character("2"))
    #expect(stage.selected == "Pay the rent")
  }

  @Test("remember where one was, although what is in them is only found later")
  func slowTabs() throws {
    let stage = try Stage()
    stage.press(.down)
    stage.workplace.answersSearches = false
    stage.press(.character("2"))
    #expect(stage.text.contains("Searching …") && !stage.text.contains("plumber"))
    // Nothing is selected that could be deleted by accident, and nothing is forgotten.
    stage.press(.down, .character("d"), .character("1"))
    stage.workplace.answersSearches = true
    stage.workplace.look(Query())
    stage.interface.refresh()
    #expect(stage.selected == "Call the plumber" && stage.workplace.told == [])
  }

  @Test("keep the selection on its item when others come and go")
  func following() throws {
    let stage = try Stage(Stage.notes(50))
    stage.press(.down, .down)
    stage.workplace.tell(.delete(ItemID(.notes, 1)))
    stage.interface.refresh()
    #expect(stage.selected == "Note number 3" && stage.screen.lists[.items(.notes)].row == 1)
    stage.workplace.tell(.delete(ItemID(.notes, 3)))
    stage.interface.refresh()
    #expect(stage.selected == "Note number 4")
  }

  @Test("keep the selection on an item that gets another id")
  func aliases() throws {
    let stage = try Stage()
    for title in ["Mine", "Another"] {
      stage.workplace.tell(.add(.note(Note(userId: 1, id: 0, title: title, body: ""))))
    }
    stage.interface.refresh()
    stage.press(.end, .up)
    #expect(stage.selected == "Mine" && stage.screen.subject == ItemID(.notes, -1))
    stage.workplace.rename(ItemID(.notes, -1), to: ItemID(.notes, 99))
    stage.interface.refresh()
    #expect(stage.screen.subject == ItemID(.notes, 99))
  }

  @Test("are in another order, and without what is done, when that is liked better")
  func preferences() throws {
    let stage = try Stage()
    stage.press(.character("o"))
    #expect(stage.workplace.preferences.order == .oldestFirst)
    #expect(stage.workplace.looked.last == Query(order: .oldestFirst))
    #expect(stage.notice == "Lists now have this order: oldest first.")
    stage.press(.character("o"), .character("o"))
    #expect(stage.workplace.preferences.order == .newestFirst)
    stage.press(.character("2"), .character("c"))
    #expect(stage.workplace.looked.last == Query(kind: .todos, hidesCompleted: true))
    #expect(stage.text.contains("not done"))
    stage.press(.character("1"))
    #expect(stage.workplace.looked.last == Query())
    stage.press(.character("C"))
    #expect(!stage.workplace.preferences.usesColour)
  }

  @Test("that are empty say what to do", arguments: [Kind.notes, .todos, .users])
  func empty(kind: Kind) throws {
    let stage = try Stage([])
    stage.open(kind.rawValue)
    #expect(stage.text.contains("There are no \(kind.rawValue) yet."))
    stage.press(.enter, .character("e"), .character(" "), .character("d"), .down, .end)
    #expect(stage.workplace.told == [] && stage.screen.place == .list(kind))
  }

  @Test("are searched as one types: each key asks for something else")
  func searching() throws {
    let stage = try Stage()
    stage.press(.down, .character("/"))
    stage.type("mil")
    #expect(stage.workplace.looked.map(\.words) == ["m", "mi", "mil"])
    #expect(stage.selected == "Buy milk" && stage.text.contains("2 found"))
    stage.press(.down)
    #expect(stage.selected == "Milk prices" && stage.screen.isSearching)
    stage.press(.left, .backspace)
    #expect(stage.workplace.looked.last?.words == "ml")
    stage.press(.escape)
    #expect(stage.workplace.looked.last?.words == "" && !stage.screen.isSearching)
    #expect(stage.text.contains("3 notes"))
  }

  @Test("stay searched while one reads what was found, until everything is shown again")
  func keptSearch() throws {
    let stage = try Stage()
    stage.press(.character("/"))
    stage.type("milk")
    stage.press(.enter, .down, .enter)
    #expect(stage.screen.place == .item(ItemID(.notes, 3), scroll: 0))
    stage.press(.escape)
    #expect(stage.lines[1].hasPrefix(" / milk") && stage.selected == "Milk prices")
    stage.press(.escape)
    #expect(stage.text.contains("3 notes") && stage.selected == "Milk prices")
    stage.press(.escape)
    #expect(stage.screen.place == .list(.notes))
  }

  @Test("select the first of what is found, although it is only found later")
  func slowSearch() throws {
    let stage = try Stage()
    stage.workplace.answersSearches = false
    stage.press(.character("/"))
    stage.type("mi")
    #expect(stage.screen.subject == nil)
    stage.workplace.answersSearches = true
    stage.workplace.look(Query(words: "prices"))
    stage.interface.refresh()
    #expect(stage.selected == "Milk prices")
  }
}
