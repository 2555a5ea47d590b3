import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@MainActor
@Suite("Writing")
struct WritingStories {
  private let note = ItemID(.notes, 1)

  @Test("adds a note")
  func addNote() throws {
    let stage = try Stage()
    stage.workplace.preferences.userId = 7
    stage.press(.character("n"))
    stage.type("Ideas")
    stage.press(.enter)
    stage.type("one")
    stage.press(.enter)
    stage.type("two")
    stage.press(.control("s"))
    #expect(stage.workplace.told == [.add(.note(Note(userId: 7, id: 0, title: "Ideas", body: "one\ntwo")))])
    #expect(stage.screen.place == .list(.notes) && stage.notice == "Added “Ideas”.")
    #expect(stage.workplace.drafts.isEmpty)
  }

  @Test("adds a todo by enter alone")
  func addTodo() throws {
    let stage = try Stage()
    stage.press(.character("2"), .character("n"))
    stage.type("Sleep")
    stage.press(.enter)
    #expect(stage.workplace.told == [.add(.todo(Todo(userId: 1, id: 0, title: "Sleep", completed: false)))])
  }

  @Test("changes what is there")
  func edit() throws {
    let stage = try Stage()
    stage.press(.character("e"), .end)
    stage.type(", now")
    stage.press(.control("s"))
    let changed = Note(userId: 1, id: 1, title: "Buy milk, now", body: "Two litres,\nand bread.")
    #expect(stage.workplace.told == [.edit(.note(changed))])
    #expect(stage.notice == "Saved “Buy milk, now”.")
  }

  @Test("tells nobody when nothing was changed")
  func unchanged() throws {
    let stage = try Stage()
    stage.press(.character("e"), .control("s"))
    #expect(stage.workplace.told == [] && stage.notice == "Nothing was changed.")
  }

  @Test("keeps a draft at each key, and brings it back when the form is opened again")
  func drafts() throws {
    let stage = try Stage()
    stage.press(.character("n"))
    stage.type("Idea")
    #expect(stage.workplace.drafts == ["new note": Draft(title: "Idea")])
    stage.press(.escape)
    #expect(stage.notice == "Your text is saved as a draft; open the form again to continue.")
    stage.press(.character("n"))
    #expect(stage.screen.form?.title.text == "Idea")
    stage.press(.escape, .character("e"))
    stage.type("!")
    #expect(stage.workplace.drafts["notes:1"]?.title == "Buy milk!")
    stage.press(.backspace)
    #expect(stage.workplace.drafts["notes:1"] == nil)
  }

  @Test("leaves nothing behind where nothing was written")
  func noDraft() throws {
    let stage = try Stage()
    stage.press(.character("n"), .escape)
    #expect(stage.notice == nil && stage.workplace.drafts.isEmpty)
  }

  @Test("throws away what was written when that is asked for")
  func discard() throws {
    let stage = try Stage()
    stage.press(.character("e"))
    stage.type("!")
    stage.press(.control("x"))
    #expect(stage.workplace.drafts.isEmpty && stage.workplace.told == [])
    #expect(stage.notice == "Your text was discarded.")
  }

  @Test("keeps the draft of a form that is open when the program ends")
  func quitting() throws {
    let stage = try Stage()
    stage.press(.character("n"))
    stage.type("q")
    stage.workplace.drafts = [:]
    stage.press(.control("c"))
    #expect(stage.workplace.hasQuit && stage.workplace.drafts["new note"]?.title == "q")
  }

  @Test(
    "does not save what a server would refuse, and says why",
    arguments: [
      ("", "A note needs a title; write one in the first field."),
      ("  ", "A note needs a title; write one in the first field."),
      (
        String(repeating: "x", count: 1_001),
        "A title has at most 1,000 characters, but this one has 1,001; shorten it."
      ),
    ])
  func invalid(title: String, problem: String) throws {
    let stage = try Stage()
    stage.press(.character("n"), .paste(title), .tab, .paste("body"), .control("s"))
    #expect(stage.workplace.told == [] && stage.screen.form?.problem == problem)
    #expect(stage.text.contains(problem))
    #expect(stage.workplace.drafts["new note"]?.body == "body")
    stage.press(.backspace)
    #expect(stage.screen.form?.problem == nil)
  }

  @Test("does not save a body that is too long")
  func longBody() throws {
    let stage = try Stage()
    stage.press(.character("n"), .character("x"), .tab)
    stage.press(.paste(String(repeating: "y", count: 100_001)), .control("s"))
    let problem = "A note has at most 100,000 characters, but this one has 100,001; divide it."
    #expect(stage.workplace.told == [] && stage.screen.form?.problem == problem)
  }

  @Test("does not undo silently what somebody else has changed meanwhile")
  func collision() throws {
    let stage = try Stage()
    stage.press(.character("e"), .end)
    stage.type("!")
    stage.workplace.add(.note(Note(userId: 1, id: 1, title: "Buy oat milk", body: "Three litres.")))
    stage.press(.control("s"))
    #expect(stage.workplace.told == [])
    #expect(
      stage.screen.form?.problem
        == "The title was changed elsewhere while you wrote; save again to overwrite that.")
    stage.press(.control("s"))
    // The body was not written in, so it is theirs.
    let both = Note(userId: 1, id: 1, title: "Buy milk!", body: "Three litres.")
    #expect(stage.workplace.told == [.edit(.note(both))])
  }

  @Test("goes together with what somebody else has changed in another field")
  func merge() throws {
    let stage = try Stage()
    stage.press(.character("e"), .end)
    stage.type("!")
    stage.workplace.add(.note(Note(userId: 1, id: 1, title: "Buy milk", body: "Three litres.")))
    stage.press(.control("s"))
    let both = Note(userId: 1, id: 1, title: "Buy milk!", body: "Three litres.")
    #expect(stage.workplace.told == [.edit(.note(both))])
  }

  @Test("is not lost when the item was deleted meanwhile")
  func deletedMeanwhile() throws {
    let stage = try Stage()
    stage.press(.character("e"), .end)
    stage.type("!")
    stage.workplace.remove(note)
    stage.press(.control("s"))
    let new = Note(userId: 1, id: 0, title: "Buy milk!", body: "Two litres,\nand bread.")
    #expect(stage.workplace.told == [.add(.note(new))])
    #expect(stage.notice == "It was deleted meanwhile, so your text is a new note.")
  }

  @Test("goes on when the item gets its number from the server")
  func renamed() throws {
    let stage = try Stage()
    stage.workplace.tell(.add(.note(Note(userId: 1, id: 0, title: "Mine", body: ""))))
    stage.interface.refresh()
    stage.press(.end, .character("e"))
    stage.type("1")
    stage.workplace.rename(ItemID(.notes, -1), to: ItemID(.notes, 99))
    stage.interface.refresh()
    stage.type("2")
    #expect(stage.workplace.drafts["notes:99"]?.title == "Mine12")
    stage.press(.control("s"))
    #expect(stage.workplace.told.last == .edit(.note(Note(userId: 1, id: 99, title: "Mine12", body: ""))))
  }

  @Test("shows the cursor where one writes, however long the text is")
  func cursor() throws {
    let stage = try Stage(width: 40, height: 12)
    stage.press(.character("n"), .tab)
    for number in 1...30 {
      stage.type("line \(number)")
      stage.press(.enter)
      let cursor = try #require(stage.interface.canvas().cursor)
      #expect(cursor.column == 1 && (2..<9).contains(cursor.row))
    }
    stage.press(.backtab)
    let cursor = try #require(stage.interface.canvas().cursor)
    #expect(stage.lines[cursor.row - 1].contains("Title"))
  }

  @Test("is not for users, who come from the server")
  func users() throws {
    let stage = try Stage()
    let sentence = "The users come from the server and are read-only here; write notes and todos."
    for key in ["n", "e", "d"] as [Character] {
      stage.press(.character("3"), .character(key))
      #expect(stage.notice == sentence && stage.screen.place == .list(.users) && stage.workplace.told == [])
    }
  }
}
