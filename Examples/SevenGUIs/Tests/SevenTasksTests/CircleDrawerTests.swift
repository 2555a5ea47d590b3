import Millrace
import MillraceTesting
import MillraceUndo
import Testing

@testable import SevenTasks

@Suite("Circle drawer")
struct CircleDrawerTests {
  private func drawer(_ messages: CircleDrawer.Message...) -> CircleDrawer {
    var drawer = CircleDrawer()
    for message in messages { _ = CircleDrawer.update(&drawer, message) }
    return drawer
  }

  private func at(_ x: Double, _ y: Double) -> CircleDrawer.Message { .point(Point(x: x, y: y)) }

  @Test("a press in an empty place draws a circle there, and in a circle it draws none")
  func draw() {
    let drawer = drawer(at(50, 60), .draw, .draw, at(60, 60), .draw, at(200, 100), .draw)
    #expect(drawer.circles.map(\.row.center) == [Point(x: 50, y: 60), Point(x: 200, y: 100)])
  }

  @Test("of the circles around the pointer, the one with the nearest centre is selected")
  func selection() {
    var drawer = drawer(at(50, 60), .draw, at(75, 60), .draw)
    _ = CircleDrawer.update(&drawer, at(64, 60))
    #expect(drawer.selection == 2)
    _ = CircleDrawer.update(&drawer, at(61, 60))
    #expect(drawer.selection == 1)
    _ = CircleDrawer.update(&drawer, at(300, 60))
    #expect(drawer.selection == nil)
    _ = CircleDrawer.update(&drawer, .point(nil))
    #expect(drawer.selection == nil)
  }

  @Test("all that a dialog does is one step; undo and redo go through the steps")
  func undo() {
    var drawer = drawer(
      at(50, 60), .draw, .openMenu, .adjust, .setDiameter(60), .setDiameter(80), .setDiameter(70),
      .closeDialog,
      .openMenu, .adjust, .setDiameter(100), .closeDialog)
    #expect(drawer.undoHistory.undoNames == ["Adjust diameter", "Adjust diameter", "Draw circle"])
    for diameter in [70.0, 40] {
      _ = CircleDrawer.update(&drawer, .undo)
      #expect(drawer.circles[1]?.diameter == diameter)
    }
    _ = CircleDrawer.update(&drawer, .undo)
    #expect(drawer.circles.isEmpty && !drawer.undoHistory.canUndo)
    for diameter in [40.0, 70, 100] {
      _ = CircleDrawer.update(&drawer, .redo)
      #expect(drawer.circles[1]?.diameter == diameter)
    }
    #expect(!drawer.undoHistory.canRedo)
  }

  @Test("a new change ends the steps to redo")
  func newChange() {
    let drawer = drawer(at(50, 60), .draw, .undo, at(200, 100), .draw)
    #expect(drawer.undoHistory.canUndo && !drawer.undoHistory.canRedo)
    #expect(drawer.circles.map(\.row.center) == [Point(x: 200, y: 100)])
  }

  @Test("undo while the dialog is open closes it, and takes back what it has done")
  func undoInDialog() {
    let drawer = drawer(at(50, 60), .draw, .openMenu, .adjust, .setDiameter(90), .undo)
    #expect(drawer.adjusting == nil && drawer.circles[1]?.diameter == 40)
  }

  @Test("a dialog that changes nothing is no step")
  func nothing() {
    let drawer = drawer(
      at(50, 60), .draw, .openMenu, .adjust, .setDiameter(90), .setDiameter(40), .closeDialog)
    #expect(drawer.undoHistory.undoNames == ["Draw circle"])
  }

  @Test("whatever is done, undoing all and redoing all leads back to the same circles", arguments: 1...30)
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var drawer = CircleDrawer()
    for _ in 0..<80 {
      let message: CircleDrawer.Message =
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: at(.random(in: -10...420, using: &random), .random(in: -10...260, using: &random))
        case 2: .draw
        case 3: .openMenu
        case 4: .adjust
        case 5: .setDiameter(.random(in: -10...500, using: &random))
        case 6: .closeDialog
        case 7: .undo
        default: .redo
        }
      _ = CircleDrawer.update(&drawer, message)
      #expect(drawer.circles.allSatisfy { CircleDrawer.diameters.contains($0.row.diameter) })
    }
    _ = CircleDrawer.update(&drawer, .closeDialog)
    while drawer.undoHistory.canRedo { _ = CircleDrawer.update(&drawer, .redo) }
    let last = drawer.circles
    while drawer.undoHistory.canUndo { _ = CircleDrawer.update(&drawer, .undo) }
    #expect(drawer.circles.isEmpty, "seed \(seed)")
    while drawer.undoHistory.canRedo { _ = CircleDrawer.update(&drawer, .redo) }
    #expect(drawer.circles == last, "seed \(seed)")
  }
}
