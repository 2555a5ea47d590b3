import Aftermath
import NotesLibrary
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@MainActor
@Suite("Links")
struct LinkTests {
  @Test(
    "lead to their places",
    arguments: [
      ("notes", Destination.list(.notes)), ("todos", .list(.todos)), ("users", .list(.users)),
      ("notes:2", .item(ItemID(.notes, 2))), ("todos:1", .item(ItemID(.todos, 1))),
      ("users:1", .item(ItemID(.users, 1))), ("notes:new", .new(.notes)), ("todos:new", .new(.todos)),
      ("notes:2:edit", .edit(ItemID(.notes, 2))), ("conflicts", .conflicts),
      ("conflicts:notes:3", .conflict(ItemID(.notes, 3))), ("log", .log), ("help", .help),
      ("notes://todos:2", .item(ItemID(.todos, 2))),
    ])
  func places(link: String, destination: Destination) throws {
    let stage = try Stage()
    stage.workplace.conflict(Stage.household[3], nil)
    stage.open(link)
    #expect(stage.screen.place.destination == destination && stage.notice == nil)
    #expect(stage.complaints.sentences == [])
  }

  @Test("to an item have its list behind them")
  func behind() throws {
    let stage = try Stage()
    stage.open("todos:2")
    #expect(stage.screen.path == [.list(.todos), .item(ItemID(.todos, 2), scroll: 0)])
    #expect(stage.workplace.looked.map(\.kind) == [.todos])
  }

  @Test("look for words, with whatever is in them")
  func search() throws {
    let stage = try Stage()
    stage.press(.character("2"))
    stage.open("search:milk%20prices")
    #expect(stage.screen.place == .list(.notes) && stage.workplace.looked.last?.words == "milk prices")
    #expect(stage.lines[1].hasPrefix(" / milk prices") && stage.selected == "Milk prices")
  }

  @Test(
    "that lead nowhere say so, and leave everything as it is",
    arguments: [
      (
        "nowhere",
        "There is no screen “nowhere”; try notes:42, todos:new, search:milk, conflicts, log or help."
      ),
      (
        "notes:x",
        "“x” is not the number of an item; try notes:42, todos:new, search:milk, conflicts, log or help."
      ),
      (
        "users:new",
        "“new” is not the number of an item; try notes:42, todos:new, search:milk, conflicts, log or help."
      ),
      ("notes:77", "There is no note 77 here; it may have been deleted. Press / to look for it."),
      ("notes:77:edit", "There is no note 77 here; it may have been deleted. Press / to look for it."),
      ("conflicts:notes:1", "No other user has changed the note 1, so there is no conflict to resolve."),
    ])
  func unknown(link: String, sentence: String) throws {
    let stage = try Stage()
    stage.open(link)
    #expect(stage.notice == sentence && stage.screen.notice?.isProblem == true)
    #expect(stage.screen.place == .list(.notes) && stage.complaints.sentences == [])
  }

  @Test(
    "that are malformed are sentences, and no more",
    arguments: [
      "", ":", "notes:", "notes:%zz", "search:%FF", "conflicts:x:1", "notes://", "http://x", "a b:c?d#e",
    ])
  func malformed(link: String) throws {
    let stage = try Stage()
    stage.open(link)
    #expect(stage.screen.notice?.isProblem == true && stage.screen.place == .list(.notes))
    #expect(stage.complaints.sentences == [])
  }

  @Test("have any text in them without harm", arguments: 0..<100)
  func anything(seed: Int) throws {
    var chance = Chance(seed: seed)
    let stage = try Stage()
    for prefix in ["", "notes:", "search:", "notes://", "conflicts:notes:"] {
      stage.open(prefix + chance.text(8))
    }
    _ = stage.interface.canvas()
    #expect(stage.complaints.sentences == [])
  }

  @Test("that are followed all day do not make the way back longer and longer")
  func depth() throws {
    let stage = try Stage(Stage.notes(100))
    for number in 1...100 { stage.open("notes:\(number)") }
    #expect(stage.screen.path.count == 16 && stage.screen.path.first == .list(.notes))
    stage.open("notes:95")
    #expect(stage.screen.path.count == 11)
  }
}
