import Flask
import Testing

/// Transactions that are undone together.
@MainActor
struct BusUndoGroupTests {
  private func bench() -> BusBench {
    let bench = BusBench()
    bench.app.undoLimit = 10
    return bench
  }

  @Test("a group is one step; an empty one is none")
  func group() {
    let bench = bench()
    bench.add(1)
    bench.app.beginUndoGrouping()
    bench.add(10)
    bench.add(100)
    bench.app.endUndoGrouping()
    bench.app.beginUndoGrouping()
    bench.app.endUndoGrouping()
    bench.add(1000)
    bench.app.undo()
    bench.app.undo()
    #expect(bench.app.state.number == 1)
    bench.app.redo()
    #expect(bench.app.state.number == 111)
    #expect(bench.errors.isEmpty)
  }

  @Test("groups nest; the outermost is the step")
  func nestedGroups() {
    let bench = bench()
    bench.app.beginUndoGrouping()
    bench.add(1)
    bench.app.beginUndoGrouping()
    bench.add(10)
    bench.app.endUndoGrouping()
    bench.add(100)
    bench.app.endUndoGrouping()
    bench.add(1000)
    bench.app.undo()
    #expect(bench.app.state.number == 111)
    bench.app.undo()
    #expect(bench.app.state.number == 0)
    #expect(!bench.app.canUndo)
  }

  @Test("what is mixed in between belongs to the group, although the turns are taken later")
  func groupInOrder() {
    let bench = bench()
    let lock = bench.flask.lock()
    bench.add(1)
    bench.app.beginUndoGrouping()
    bench.add(10)
    bench.add(100)
    bench.app.endUndoGrouping()
    bench.app.undo()
    lock.release()
    #expect(bench.app.state.number == 1)
  }

  @Test("an undo or a redo closes open groups, whose ends are then no mistake")
  func closesGroups() {
    let bench = bench()
    bench.app.beginUndoGrouping()
    bench.app.beginUndoGrouping()
    bench.add(1)
    bench.app.undo()
    bench.app.redo()
    bench.add(10)
    bench.app.endUndoGrouping()
    bench.app.endUndoGrouping()
    bench.add(100)
    #expect(bench.errors.isEmpty)
    bench.app.undo()
    #expect(bench.app.state.number == 11)
    bench.app.undo()
    #expect(bench.app.state.number == 1)
    bench.app.endUndoGrouping()
    #expect(bench.problems == ["noUndoGroup"])
  }

  @Test("clearing the history forgets both ways, and a group goes on")
  func clear() {
    let bench = bench()
    bench.add(1)
    bench.add(10)
    bench.app.undo()
    bench.app.beginUndoGrouping()
    bench.app.clearUndoHistory()
    #expect(!bench.app.canUndo && !bench.app.canRedo)
    bench.add(100)
    bench.add(1000)
    bench.app.endUndoGrouping()
    bench.app.undo()
    #expect(bench.app.state.number == 1)
    #expect(bench.errors.isEmpty)
  }
}
