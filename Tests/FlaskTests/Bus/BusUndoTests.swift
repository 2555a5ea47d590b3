import Flask
import Testing

/// The history of a substance.
@MainActor
struct BusUndoTests {
  private func bench(limit: Int = 10) -> BusBench {
    let bench = BusBench()
    bench.app.undoLimit = limit
    return bench
  }

  @Test("undo goes back a transaction at a time, redo forward again, and reactors are notified")
  func undoAndRedo() {
    let bench = bench()
    for number in [1, 10, 100] { bench.add(number) }
    bench.lines = []
    #expect(bench.app.canUndo && !bench.app.canRedo)
    bench.app.undo()
    bench.app.undo()
    #expect(bench.app.canUndo && bench.app.canRedo)
    bench.app.redo()
    bench.app.undo()
    bench.app.undo()
    #expect(!bench.app.canUndo)
    #expect(bench.lines == ["app 11", "app 1", "app 11", "app 1", "app 0"])
    for _ in 0..<3 { bench.app.redo() }
    #expect(bench.app.state.number == 111)
    #expect(!bench.app.canRedo)
    #expect(bench.errors.isEmpty)
  }

  @Test("a transaction after an undo forgets what could be redone")
  func forgetsRedo() {
    let bench = bench()
    bench.add(1)
    bench.add(10)
    bench.app.undo()
    bench.add(100)
    #expect(!bench.app.canRedo)
    bench.app.redo()
    #expect(bench.problems == ["nothingToRedo"])
    bench.app.undo()
    #expect(bench.app.state.number == 1)
  }

  @Test("no history is kept before a limit is set, and undoing says so")
  func withoutLimit() {
    let bench = BusBench()
    #expect(bench.app.undoLimit == 0)
    bench.add()
    #expect(!bench.app.canUndo && !bench.app.canRedo)
    bench.app.undo()
    bench.app.redo()
    bench.app.beginUndoGrouping()
    bench.app.endUndoGrouping()
    #expect(bench.problems == ["nothingToUndo", "nothingToRedo"])
    #expect("\(bench.errors[0])".contains("`undoLimit`"))
    bench.app.undoLimit = -3
    #expect(bench.app.undoLimit == 0)
    bench.app.undoLimit = 2
    bench.app.undo()
    #expect(!"\(bench.errors[2])".contains("`undoLimit`"))
    #expect(bench.app.state.number == 1)
  }

  @Test("the oldest steps are forgotten at the limit, also when it is lowered")
  func limit() {
    let bench = bench(limit: 3)
    for _ in 0..<5 { bench.add() }
    while bench.app.canUndo { bench.app.undo() }
    #expect(bench.app.state.number == 2)
    while bench.app.canRedo { bench.app.redo() }
    bench.app.undoLimit = 1
    #expect(bench.app.undoLimit == 1)
    while bench.app.canUndo { bench.app.undo() }
    #expect(bench.app.state.number == 4)
    bench.app.undoLimit = 0
    #expect(!bench.app.canUndo && !bench.app.canRedo)
  }

  @Test("a transaction that changes nothing, or only what is internal, is no step")
  func unchanged() {
    let bench = bench()
    bench.add(1)
    bench.add(0)
    bench.reactor.mix(bench.app) { $0.prop._hidden = 9 }.andReact()
    bench.flask.substances(reactTo: BusMixers.still)
    bench.flask.substances(reactTo: BusMixers.refuse)
    bench.reactor.mix(bench.app) { $0.prop.number = 7 }.andAbort()
    bench.app.undo()
    #expect(bench.app.state.number == 0)
    #expect(!bench.app.canUndo)
  }

  @Test("one that changes nothing leaves what can be redone")
  func unchangedKeepsRedo() {
    let bench = bench()
    bench.add(1)
    bench.app.undo()
    bench.add(0)
    #expect(bench.app.canRedo)
    bench.app.redo()
    #expect(bench.app.state.number == 1)
  }

  @Test("of a chain over several substances only this one's part is undone, and global mixers are steps too")
  func parts() {
    let bench = bench()
    let other = bench.flask.newSubstance(definedBy: BusState.self, named: "other")
    other.undoLimit = 5
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: bench.app, other)
    reactor.mix(bench.app) { $0.prop.number = 1 }.with(other) { $0.prop.number = 2 }
      .and(bench.app) { $0.prop.number += 1 }.andReact()
    bench.flask.substances(reactTo: BusMixers.add, payload: ["by": 10])
    bench.app.undo()
    bench.app.undo()
    #expect(bench.app.state.number == 0)
    #expect(other.state.number == 2)
    #expect(other.canUndo)
  }

  // MARK: With rollback

  @Test("a roll-back restores what was undoable when the state was captured, and is no step itself")
  func rollback() {
    let bench = bench()
    bench.add(1)
    bench.add(10)
    bench.app.undo()
    bench.app.captureState()
    bench.add(100)
    bench.add(1000)
    bench.app.rollbackState()
    #expect(bench.app.canRedo)
    bench.app.redo()
    #expect(bench.app.state.number == 11)
    bench.app.undo()
    bench.app.undo()
    #expect(bench.app.state.number == 0)
    #expect(!bench.app.canUndo)
  }

  @Test("what a capture goes on with is a step")
  func newState() {
    let bench = bench()
    bench.app.captureState(newState: BusState(number: 5))
    bench.app.undo()
    #expect(bench.app.state.number == 0)
  }

  @Test("a roll-back leaves the limit as it was set since")
  func rollbackAndLimit() {
    let bench = BusBench()
    bench.app.captureState()
    bench.app.undoLimit = 2
    bench.app.rollbackState()
    #expect(bench.app.undoLimit == 2)
    for _ in 0..<3 { bench.add() }
    bench.app.captureState()
    bench.app.undoLimit = 1
    bench.app.rollbackState()
    #expect(bench.app.undoLimit == 1)
    bench.app.undo()
    #expect(!bench.app.canUndo)
    bench.app.captureState()
    bench.app.undoLimit = 0
    bench.app.rollbackState()
    #expect(bench.app.undoLimit == 0)
  }

  @Test("a group that a roll-back reaches into stays one step, and its end is no mistake")
  func rollbackInGroup() {
    let bench = bench()
    bench.app.beginUndoGrouping()
    bench.add(1)
    bench.app.captureState()
    bench.add(10)
    bench.app.rollbackState()
    bench.add(100)
    bench.app.endUndoGrouping()
    #expect(bench.app.state.number == 101)
    bench.app.undo()
    #expect(bench.app.state.number == 0)

    bench.app.clearUndoHistory()
    bench.app.captureState()
    bench.app.beginUndoGrouping()
    bench.add(1)
    bench.app.rollbackState()
    bench.add(10)
    bench.add(100)
    bench.app.endUndoGrouping()
    bench.app.undo()
    #expect(bench.app.state.number == 0)

    bench.app.clearUndoHistory()
    bench.app.beginUndoGrouping()
    bench.add(1)
    bench.app.captureState()
    bench.app.endUndoGrouping()
    bench.app.rollbackState()
    bench.add(10)
    bench.add(100)
    bench.app.undo()
    #expect(bench.app.state.number == 11)
    #expect(bench.errors.isEmpty)
  }
}
