import Foundation
import Millrace
import MillraceUndo
import Testing

@Suite("Steps to undo")
struct UndoStepTests {
  @Test("an undo puts back rows with their positions, and values; a redo makes the step again")
  func undoAndRedo() {
    var drawing = Drawing(circles: 3)
    drawing.note = "a"
    let before = Picture(drawing)
    drawing.undoable("Change everything") { drawing in
      drawing.circles[1] = nil
      drawing.circles[2]?.x = 50
      drawing.circles.insert(Circle(x: 7, y: 7), id: 7, at: 0)
      drawing.title = "Circles"
      drawing.note = "b"
      drawing.selected = 7
    }
    let after = Picture(drawing)
    #expect(drawing.undo() == UndoResult.of("Change everything"))
    #expect(Picture(drawing) == before)
    #expect(drawing.selected == 7)
    #expect(drawing.redo() == UndoResult.of("Change everything"))
    #expect(Picture(drawing) == after)
    #expect(drawing.redo().name == nil)
  }

  @Test("the names of steps are there for menus, the newest first")
  func names() {
    var drawing = Drawing()
    #expect(drawing.undoHistory.undoName == nil && drawing.undo().name == nil)
    drawing.undoable("Add Circle") { $0.circles[1] = Circle(x: 1, y: 1) }
    drawing.undoable("Move 1 circle") { $0.circles[1]?.x = 2 }
    #expect(drawing.undoHistory.undoNames == ["Move 1 circle", "Add Circle"])
    drawing.undo()
    #expect(drawing.undoHistory.undoName == "Add Circle")
    #expect(drawing.undoHistory.redoName == "Move 1 circle")
    drawing.undo()
    #expect(drawing.undoHistory.redoNames == ["Add Circle", "Move 1 circle"])
  }

  @Test("a new step clears those to redo, and a change that is no step does not")
  func newStepClearsRedo() {
    var drawing = Drawing(circles: 1)
    drawing.undoable("Move") { $0.circles[0]?.x = 9 }
    drawing.undo()
    drawing.selected = 0
    drawing.undoable("Select") { $0.selected = nil }
    #expect(drawing.undoHistory.canRedo)
    drawing.undoable("Move") { $0.circles[0]?.x = 8 }
    #expect(!drawing.undoHistory.canRedo)
  }

  @Test("changes with one key are one step until the history is settled")
  func joining() {
    var drawing = Drawing()
    for title in ["C", "Ci", "Cir"] { drawing.undoable("Typing", joining: "title") { $0.title = title } }
    #expect(drawing.undoHistory.undoNames == ["Typing"])
    drawing.take(.settle)
    drawing.undoable("Typing", joining: "title") { $0.title = "Circ" }
    drawing.undoable("Other", joining: "other") { $0.note = "x" }
    drawing.note = "n"
    drawing.undoable("Other", joining: "other") { $0.note = "y" }
    drawing.undoable("Typing", joining: "title") { $0.title = "Circle" }
    #expect(drawing.undoHistory.undoNames == ["Typing", "Other", "Typing", "Typing"])
    drawing.undo()
    #expect(drawing.title == "Circ")
    drawing.undo()
    drawing.undo()
    #expect(drawing.title == "Cir")
    drawing.undoable("Typing", joining: "title") { $0.title = "Cirx" }
    #expect(drawing.undoHistory.undoNames == ["Typing", "Typing"], "an undo settles")
  }

  @Test("a joined step keeps one old row, however often the row has changed")
  func joinedCost() {
    var drawing = Drawing(circles: 2)
    for x in 0..<50 { drawing.undoable("Drag", joining: "drag") { $0.circles[1]?.x = x } }
    for x in 0..<2 { drawing.undoable("Drag", joining: "drag") { $0.circles.move(id: 1, to: x) } }
    #expect(drawing.undoHistory.cost == 2)
    drawing.undo()
    #expect(Picture(drawing) == Picture(Drawing(circles: 2)))
  }

  @Test("a step inside a step belongs to the outer, and an undo inside does nothing")
  func nested() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("First") { $0.title = "x" }
    drawing.undoable("Move 3 circles") { drawing in
      for id in 0..<3 { drawing.undoable("Move") { $0.circles[id]?.x += 1 } }
      #expect(drawing.undo().name == nil)
    }
    #expect(drawing.undoHistory.undoNames == ["Move 3 circles", "First"])
    drawing.undo()
    #expect(drawing.circles == Drawing(circles: 3).circles)
  }

  @Test("a step that throws keeps what it changed until then")
  func throwing() {
    struct Refusal: Error {}
    var drawing = Drawing()
    #expect(throws: Refusal.self) {
      try drawing.undoable("Fail") { drawing in
        drawing.title = "half"
        throw Refusal()
      }
    }
    #expect(drawing.undoHistory.undoName == "Fail")
    drawing.undo()
    #expect(drawing.title == "")
    drawing.undoable("Next") { $0.title = "whole" }
    #expect(drawing.undoHistory.undoNames == ["Next"])
  }

  @Test("the oldest steps are dropped beyond the limits of their number and their cost")
  func limits() {
    var short = Short()
    for number in 1...5 {
      short.undoable("Set \(number)") { $0.text = String(repeating: "x", count: number) }
    }
    #expect(short.undoHistory.undoNames == ["Set 5", "Set 4", "Set 3"])
    short.undoable("Long") { $0.text = String(repeating: "y", count: 50) }
    // The old values have 5, 4 and 3 letters, and a step may cost 10.
    #expect(short.undoHistory.undoNames == ["Long", "Set 5"])
    #expect(short.undoHistory.cost == 9)
    short.undoable("Longer") { $0.text = "" }
    #expect(short.undoHistory.undoNames == ["Longer"], "the newest is kept whatever it costs")
    short.take(.clear)
    #expect(!short.undoHistory.canUndo && !short.undoHistory.canRedo)
  }

  @Test("costs that have no room together are the greatest one, and those below zero count as none")
  func greatCosts() {
    for (cost, names) in [(Int.max, ["Set 3"]), (.min, ["Set 3", "Set 2", "Set 1"])] {
      for isLimited in [false, true] {
        var heavy = Heavy()
        Heavy.$limit.withValue(isLimited ? 10 : .max) {
          Heavy.$cost.withValue(cost) {
            for number in 1...3 {
              heavy.undoable("Set \(number)") {
                $0.text = "\(number)"
                $0.rows.append(number, id: number)
                $0.rows.updateAll { $1 += 1 }
              }
            }
          }
        }
        #expect(heavy.undoHistory.undoNames == (isLimited ? names : ["Set 3", "Set 2", "Set 1"]))
        #expect(heavy.undoHistory.cost == (cost > 0 ? .max : heavy.undoHistory.cost))
      }
    }
  }

  @Test("a step that assigns a whole state keeps those before it")
  func wholeState() {
    var drawing = Drawing(circles: 1)
    drawing.undoable("title") { $0.title = "a" }
    drawing.undoable("reset") { $0 = Drawing() }
    #expect(drawing.title.isEmpty && drawing.circles.isEmpty)
    #expect(drawing.undoHistory.undoNames == ["reset", "title"])
    drawing.undo()
    #expect(drawing.title == "a" && drawing.circles.count == 1)
    drawing.undo()
    #expect(drawing.title.isEmpty && drawing.undoHistory.redoNames == ["title", "reset"])
  }

  @Test("a history that was read with the highest number goes on")
  func highestNumber() throws {
    var drawing = Drawing()
    drawing.undoable("title") { $0.title = "a" }
    let text = String(decoding: try JSONEncoder().encode(drawing), as: UTF8.self)
    let highest = text.replacing(#""changes":1"#, with: #""changes":\#(Int.max)"#)
    #expect(highest != text)
    drawing = try JSONDecoder().decode(Drawing.self, from: Data(highest.utf8))
    drawing.undo()
    #expect(drawing.title.isEmpty)
  }

  struct Heavy: UndoableState {
    @TaskLocal static var cost = 0
    @TaskLocal static var limit = 0
    var text = ""
    var rows: RowTable<Int, Int> = [8: 0, 9: 0]
    var undoHistory = UndoHistory<Heavy>()
    static let undoParts: [UndoPart<Heavy>] = [
      .value("text", \.text, cost: { _ in cost }), .rows("rows", \.rows, cost: { _ in cost }),
    ]
    static var undoCostLimit: Int { limit }
  }

  struct Short: UndoableState {
    var text = ""
    var undoHistory = UndoHistory<Short>()
    static let undoParts: [UndoPart<Short>] = [.value("text", \.text, cost: { $0.count })]
    static let undoLimit = 3
    static let undoCostLimit = 10
  }
}

extension UndoResult {
  /// The result of a step that was put back as a whole.
  static func of(_ name: String) -> UndoResult {
    var drawing = Drawing()
    drawing.undoable(name) { $0.title = name }
    return drawing.undo()
  }
}
