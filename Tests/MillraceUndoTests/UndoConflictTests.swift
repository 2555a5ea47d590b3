import Foundation
import Millrace
import MillraceUndo
import Testing

@Suite("An undo of what something else has changed since")
struct UndoConflictTests {
  @Test("fields that no step changes stay as they are")
  func restoring() {
    var drawing = Drawing(circles: 1)
    drawing.undoable("Move") { $0.circles[0]?.x = 9 }
    drawing.circles[0]?.image = "loaded"
    #expect(drawing.undo().kept == [])
    #expect(drawing.circles[0] == Circle(x: 0, y: 0, image: "loaded"))
    drawing.circles[0]?.image = "again"
    drawing.redo()
    #expect(drawing.circles[0] == Circle(x: 9, y: 0, image: "again"))
  }

  @Test("a row and a value that were changed otherwise are put back to what they were before the step")
  func changed() {
    var drawing = Drawing(circles: 1)
    drawing.undoable("Change") { drawing in
      drawing.circles[0]?.x = 9
      drawing.title = "mine"
    }
    drawing.circles[0]?.x = 100
    drawing.title = "theirs"
    drawing.undo()
    #expect(drawing.circles[0]?.x == 0 && drawing.title == "")
    drawing.redo()
    #expect(
      drawing.circles[0]?.x == 100 && drawing.title == "theirs", "a redo brings back what the undo replaced")
  }

  @Test("a row that has left stays away, and the rest of the step is undone")
  func rowHasLeft() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Move 3 circles") { drawing in
      for id in 0..<3 { drawing.circles[id]?.x += 10 }
      drawing.circles.move(id: 1, to: 2)
    }
    drawing.circles[1] = nil
    #expect(drawing.undo().kept == ["circles"])
    #expect(drawing.circles.map(\.row.x) == [0, 2])
  }

  @Test("rows that were added since stay, behind those that come back")
  func rowsAdded() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Clear") { $0.circles.removeAll() }
    drawing.circles[7] = Circle(x: 7, y: 7)
    #expect(drawing.undo().kept == [])
    #expect(drawing.circles.map(\.id) == [0, 1, 2, 7])
    drawing.redo()
    #expect(drawing.circles.map(\.id) == [7])
    drawing.circles[1] = Circle(x: 11, y: 0)
    #expect(drawing.undo().kept == ["circles"])
    #expect(drawing.circles.map(\.id) == [0, 7, 2, 1], "positions count from the front")
    #expect(drawing.circles[1]?.x == 11, "an id that is taken again is left alone")
  }

  @Test("a position that is no more is the end")
  func positions() {
    var drawing = Drawing(circles: 5)
    drawing.undoable("Remove") { $0.circles[4] = nil }
    drawing.circles.removeAll { $0.id < 3 }
    drawing.undo()
    #expect(drawing.circles.map(\.id) == [3, 4])
  }

  @Test("a step whose rows have all left is dropped")
  func nothingLeft() {
    var drawing = Drawing(circles: 1)
    drawing.undoable("Move") { $0.circles[0]?.x = 5 }
    drawing.circles[0] = nil
    let result = drawing.undo()
    #expect(result.name == "Move" && result.kept == ["circles"])
    #expect(!drawing.undoHistory.canUndo && !drawing.undoHistory.canRedo)
  }

  @Test("a part that has left stays away")
  func partHasLeft() {
    var drawing = Drawing()
    drawing.note = "first"
    drawing.undoable("Write") { $0.note = "second" }
    drawing.note = nil
    #expect(drawing.undo().kept == ["note"])
    #expect(drawing.note == nil)
    drawing.undoable("Open") { $0.note = "new" }
    #expect(!drawing.undoHistory.canUndo, "that a part comes or goes is not its own change")
  }

  @Test("a step that changes rows and then assigns another table clears the history, and says so")
  func replaced() {
    var drawing = Drawing(circles: 2)
    drawing.undoable("Title") { $0.title = "a" }
    let effect: Effect<DrawingMessage> = drawing.undoable("Load") { drawing in
      drawing.circles[0] = nil
      drawing.circles = [9: Circle(x: 9, y: 9)]
      return .none
    }
    #expect(!effect.isNone)
    #expect(!drawing.undoHistory.canUndo)
    #expect(drawing.undoHistory.problem == .replaced(part: "circles", step: "Load"))
    #expect(drawing.undoHistory.problem?.description.contains("assign the other table first") == true)
    drawing.undoable("Add") { $0.circles[1] = Circle(x: 1, y: 1) }
    drawing.undo()
    #expect(drawing.circles.map(\.id) == [9])
  }

  @Test("a copy of a table that is changed and assigned is the table's own change")
  func assignedCopy() {
    var drawing = Drawing(circles: 3)
    var kept = drawing.circles
    drawing.undoable("Through a copy") { drawing in
      var copy = drawing.circles
      copy[0] = nil
      var other = drawing.circles
      other[1] = nil
      drawing.circles = copy
      kept = other
    }
    drawing.undo()
    #expect(Picture(drawing) == Picture(Drawing(circles: 3)))
    kept[2] = nil
    kept[0]?.x = 4
    #expect(kept.map(\.id) == [0])
  }

  @Test("an archived step whose part is gone is dropped with the older ones, and the state can be read")
  func unreadable() throws {
    var drawing = Drawing(circles: 2)
    drawing.undoable("First") { $0.circles[0] = nil }
    drawing.undoable("Second") { $0.title = "x" }
    drawing.undoable("Third") { $0.circles[1] = nil }
    drawing.undoable("Fourth") { $0.circles[5] = Circle(x: 5, y: 5) }
    let text = String(decoding: try JSONEncoder().encode(drawing), as: UTF8.self)
      .replacing(#""part":"title""#, with: #""part":"heading""#)
    let again = try JSONDecoder().decode(Drawing.self, from: Array(text.utf8).asData)
    #expect(again.undoHistory.undoNames == ["Fourth", "Third"])
    #expect(Picture(again) == Picture(drawing))
    #expect(
      again.undoHistory.problem?.description.hasPrefix(
        "The archived step `Second` and those behind it were dropped, because it could not be read: there is no part "
          + "`heading`") == true)
  }
}

extension [UInt8] {
  var asData: Data { Data(self) }
}
