import Millrace
import MillraceUndo
import Testing

@Suite("An undo of a step that assigns another table")
struct UndoReplacementTests {
  @Test("brings back all rows that the step has cleared, and keeps them as they are")
  func cleared() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Move") { $0.circles.move(id: 2, to: 0) }
    let before = Picture(drawing)
    drawing.undoable("Clear") { $0.circles = .init() }
    #expect(drawing.undoHistory.undoNames == ["Clear", "Move"])
    #expect(drawing.undoHistory.cost == 4)
    #expect(drawing.undo() == .of("Clear"))
    #expect(Picture(drawing) == before)
    drawing.redo()
    #expect(drawing.circles.isEmpty)
    drawing.undo()
    drawing.undo()
    #expect(Picture(drawing) == Picture(Drawing(circles: 3)))
  }

  @Test("keeps only the rows that the other table does not have, or has otherwise")
  func loaded() {
    var drawing = Drawing(circles: 50)
    drawing.undoable("Load") { drawing in
      var circles = RowTable<Int, Circle>()
      for id in 0..<50 where id != 7 { circles[id] = Circle(x: id == 3 ? 100 : id, y: 0) }
      circles[90] = Circle(x: 90, y: 0)
      drawing.circles = circles
      drawing.circles[91] = Circle(x: 91, y: 0)
    }
    #expect(drawing.undoHistory.cost == 4)
    drawing.circles[3]?.image = "loaded"
    #expect(drawing.undo() == .of("Load"))
    #expect(drawing.circles[3] == Circle(x: 3, y: 0, image: "loaded"))
    drawing.circles[3]?.image = ""
    #expect(Picture(drawing) == Picture(Drawing(circles: 50)))
  }

  @Test("puts back the order")
  func reordered() {
    var drawing = Drawing(circles: 4)
    drawing.undoable("Reverse") { drawing in
      drawing.circles = RowTable(drawing.circles.reversed().map { ($0.id, $0.row) }) { first, _ in first }
    }
    #expect(drawing.circles.map(\.id) == [3, 2, 1, 0])
    drawing.undo()
    #expect(drawing.circles.map(\.id) == [0, 1, 2, 3])
  }

  @Test("is no step if the other table has the same rows")
  func same() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Load") { $0.circles = Drawing(circles: 3).circles }
    #expect(!drawing.undoHistory.canUndo && drawing.undoHistory.problem == nil)
  }

  @Test("is possible behind a write to a row that is not there, and behind a sort that moves nothing")
  func changesOfNothing() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Clear") { drawing in
      drawing.circles[9]?.x = 1
      drawing.circles.sort { $0.id < $1.id }
      drawing.circles = [:]
    }
    drawing.undo()
    #expect(Picture(drawing) == Picture(Drawing(circles: 3)))
  }

  @Test("leaves rows that were added since, and ids that are taken again")
  func changedSince() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Load") { $0.circles = [1: Circle(x: 50, y: 0)] }
    drawing.circles[2] = Circle(x: 22, y: 0)
    drawing.circles[8] = Circle(x: 8, y: 0)
    #expect(drawing.undo().kept == ["circles"])
    #expect(drawing.circles.map(\.id) == [0, 1, 2, 8])
    #expect(drawing.circles[2]?.x == 22 && drawing.circles[1]?.x == 1)
  }
}
