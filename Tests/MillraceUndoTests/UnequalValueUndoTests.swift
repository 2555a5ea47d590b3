import Millrace
import MillraceUndo
import Testing

private struct Plot: UndoableState {
  struct Point: Equatable {
    var x = Double.nan
    var name = ""
  }

  var level = Double.nan
  var point = Point()
  var points: RowTable<Double, Point> = [.nan: Point(), 1: Point()]
  var undoHistory = UndoHistory<Plot>()

  static let undoParts: [UndoPart<Plot>] = [
    .value("level", \.level), .value("point", \.point), .rows("points", \.points),
  ]
}

@Suite("Undo of a value that is unequal to itself")
struct UnequalValueUndoTests {
  @Test("keeps no step for a change that changes nothing")
  func nothing() {
    var plot = Plot()
    plot.undoable("Same") {
      $0.level = -.nan
      $0.point = Plot.Point()
      $0.points[.nan] = Plot.Point()
      $0.points[1] = Plot.Point()
    }
    plot.undoable("Same table") { $0.points = [.nan: Plot.Point(), 1: Plot.Point()] }
    #expect(!plot.undoHistory.canUndo)
  }

  @Test("keeps a step for what changes beside the NaN, and takes it back")
  func changed() {
    var plot = Plot()
    plot.undoable("Name") {
      $0.point.name = "b"
      $0.points[.nan]?.name = "c"
      $0.points[2] = Plot.Point()
    }
    #expect(plot.undoHistory.canUndo)
    plot.undo()
    #expect(plot.point.name.isEmpty && plot.points[.nan]?.name == "" && plot.points.count == 2)
    plot.redo()
    #expect(plot.point.name == "b" && plot.points[.nan]?.name == "c" && plot.points.count == 3)
    plot.undoable("Remove") { $0.points[.nan] = nil }
    plot.undo()
    #expect(plot.points[.nan]?.name == "c" && plot.points.count == 3)
  }
}
