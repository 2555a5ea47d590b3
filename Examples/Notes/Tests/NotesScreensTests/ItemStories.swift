import Aftermath
import NotesDesk
import NotesModel
import Terminal
import Testing

@testable import NotesLibrary
@testable import NotesScreens
@testable import NotesSession

@MainActor
@Suite("Items")
struct ItemStories {
  @Test("are read, and gone back from")
  func reading() throws {
    let stage = try Stage()
    stage.press(.down, .enter)
    #expect(stage.screen.place == .item(ItemID(.notes, 2), scroll: 0))
    #expect(stage.lines[2...5] == [" Call the plumber", " Note 2  ·  Leanne Graham", "", " The tap drips."])
    for key in [.escape, .left, .backspace] as [Key] {
      stage.press(.enter, key)
      #expect(stage.screen.place == .list(.notes))
    }
  }

  @Test("that are todos are ticked with space")
  func ticking() throws {
    let stage = try Stage()
    stage.press(.character("2"), .character(" "))
    #expect(
      stage.workplace.told
        == [.edit(.todo(Todo(userId: 1, id: 1, title: "Water the plants", completed: true)))])
    #expect(stage.lines[2].hasPrefix(" ↑ [x] Water the plants"))
    stage.press(.enter, .character(" "))
    #expect(stage.text.contains("[ ] To be done"))
    stage.press(.character("1"), .character(" "))
    #expect(stage.notice == "A note cannot be ticked; only todos can.")
  }

  @Test("are deleted, and brought back")
  func deleting() throws {
    let stage = try Stage()
    stage.press(.character("d"))
    #expect(stage.workplace.told == [.delete(ItemID(.notes, 1))])
    #expect(stage.notice == "Deleted “Buy milk”. Press u to undo.")
    #expect(stage.selected == "Call the plumber")
    stage.press(.resize(width: 90, height: 30))
    #expect(stage.notice != nil)
    stage.press(.down)
    #expect(stage.notice == nil)
    stage.press(.character("u"))
    #expect(stage.workplace.told.last == .undoDeletion && stage.notice == "Brought “Buy milk” back.")
    stage.press(.character("u"))
    #expect(
      stage.notice == "There is nothing to undo: no deletion can be restored."
        && stage.screen.notice?.isProblem == true)
  }

  @Test("are left when they are deleted while they are read")
  func deletingWhileReading() throws {
    let stage = try Stage()
    stage.press(.enter, .delete)
    #expect(stage.screen.place == .list(.notes) && stage.workplace.told == [.delete(ItemID(.notes, 1))])
  }

  @Test("that somebody else deletes while they are read say so")
  func gone() throws {
    let stage = try Stage()
    stage.press(.enter)
    stage.workplace.remove(ItemID(.notes, 1))
    stage.interface.refresh()
    #expect(stage.text.contains("It is no longer here: another user has deleted it."))
    stage.press(.character("e"))
    #expect(
      stage.notice == "There is no note 1 here; it may have been deleted. Press / to look for it.")
  }

  @Test("in conflict are resolved by one side or the other", arguments: [true, false])
  func resolving(keepsMine: Bool) throws {
    let stage = try Stage()
    stage.workplace.conflict(Stage.household[1], .note(Note(userId: 1, id: 1, title: "Buy oats", body: "")))
    stage.workplace.conflict(Stage.household[2], nil)
    stage.interface.refresh()
    #expect(stage.text.contains("! 2 conflicts"))
    stage.press(.character("!"))
    #expect(stage.lines[2].hasPrefix(" ! Buy milk"))
    stage.press(.enter)
    for text in ["Mine", "Buy milk", "and bread.", "Theirs", "Buy oats"] {
      #expect(stage.text.contains(text))
    }
    stage.press(.character(keepsMine ? "m" : "t"))
    #expect(stage.workplace.told == [.resolve(ItemID(.notes, 1), keepingMine: keepsMine)])
    #expect(
      stage.notice == (keepsMine ? "Yours stays." : "Theirs is taken.") + " One more conflict is left.")
    #expect(stage.screen.place == .conflicts && stage.selected == "Call the plumber")
    stage.press(.enter)
    #expect(stage.text.contains("Deleted at the server."))
  }

  @Test("in conflict have their sides beside each other where the terminal is wide enough")
  func sides() throws {
    let stage = try Stage(width: 100)
    stage.workplace.conflict(Stage.household[1], .note(Note(userId: 1, id: 1, title: "Buy oats", body: "")))
    stage.open("conflicts:notes:1")
    #expect(stage.lines[4].contains("Buy milk") && stage.lines[4].contains("Buy oats"))
    stage.press(.resize(width: 80, height: 24))
    #expect(!stage.lines[4].contains("Buy oats") && stage.text.contains("Buy oats"))
  }

  @Test("that were deleted here and changed elsewhere are in conflict, too")
  func deletedHere() throws {
    let stage = try Stage()
    stage.workplace.add(
      Stage.household[1], .conflict(theirs: Stage.household[1], version: 2), isDeleted: true)
    stage.workplace.library.conflicts = [ItemID(.notes, 1)]
    stage.press(.character("!"))
    #expect(stage.lines[2].hasPrefix(" ! Buy milk  deleted here"))
    stage.press(.enter)
    #expect(stage.text.contains("Deleted here."))
    stage.press(.character("t"))
    #expect(stage.workplace.told == [.resolve(ItemID(.notes, 1), keepingMine: false)])
    #expect(stage.text.contains("There are no conflicts"))
  }

  @Test("wait for the server as the person wishes")
  func connection() throws {
    let stage = try Stage()
    stage.press(.character("O"), .character("r"))
    #expect(stage.workplace.wishes == [.unplug] && stage.notice == "The server is already connected.")
    stage.workplace.session.phase = .unplugged
    stage.press(.character("O"), .character("r"))
    #expect(stage.workplace.wishes == [.unplug, .plug, .plug])
    stage.workplace.session.phase = .waiting
    stage.press(.character("r"))
    #expect(stage.workplace.wishes.last == .tryNow && stage.notice == nil)
    stage.press(.character("q"))
    #expect(stage.workplace.hasQuit)
  }

  @Test("leave nobody without a handler or a reaction, whatever is pressed", arguments: 0..<20)
  func anything(seed: Int) throws {
    var chance = Chance(seed: seed)
    let stage = try Stage(width: 20 + chance.below(120), height: 1 + chance.below(40))
    stage.workplace.conflict(Stage.household[2], Stage.household[1])
    for _ in 0..<150 { stage.press(KeymapTests.keys[chance.below(KeymapTests.keys.count)]) }
    _ = stage.interface.canvas()
    #expect(stage.complaints.sentences == [])
  }
}
