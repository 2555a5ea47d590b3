import Aftermath
import AftermathComponents
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
      let pages = PageCounter(engine: stage.engine)
      for key in [.down, .end, .up, .pageUp, .home] as [Key] { stage.press(key) }
      stage.press(.character("?"), .escape)
      made[count] = pages.counts
      #expect(stage.text.contains("\(grouped(count)) notes"))
    }
    let (few, many) = (made[100], made[100_000])
    #expect(few == many)
    #expect(many?.max() == 19)
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

/// Counts the items of each page that is made.
@MainActor
private final class PageCounter: ReactionProducer {
  nonisolated let engine: Engine
  private(set) var counts: [Int] = []

  init(engine: Engine) {
    self.engine = engine
    react(to: ShowPage.self) { [weak self] components in
      self?.counts.append(components.reduce(0) { $0 + $1.items.count })
    }
  }
}
