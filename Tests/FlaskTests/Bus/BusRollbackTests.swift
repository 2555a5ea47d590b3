import Flask
import Testing

/// States that are captured, and put back or kept.
@MainActor
struct BusRollbackTests {
  @Test("a roll-back restores the captured state in one turn, and notifies the reactors of its changes")
  func rollback() {
    let bench = BusBench()
    var changes: [String] = []
    bench.onReaction = { reaction in
      reaction.on(BusState.prop.number) { changes.append("\($0.oldValue() ?? 0) \($0.newValue() ?? 0)") }
    }
    bench.add(1)
    bench.app.captureState()
    bench.add(10)
    bench.add(100)
    var isDone = false
    bench.app.rollbackState {
      isDone = true
      #expect(bench.app.state.number == 1)
    }
    #expect(isDone)
    #expect(changes == ["0 1", "1 11", "11 111", "111 1"])
    #expect(bench.lines.count == 4)
    #expect(bench.errors.isEmpty)
  }

  @Test("a capture and a commit notify no reactor, and change nothing")
  func silent() {
    let bench = BusBench()
    var done: [String] = []
    bench.app.captureState { done.append("captured") }
    #expect(bench.lines.isEmpty)
    bench.add()
    bench.app.commitState { done.append("committed") }
    #expect(bench.lines == ["app 1"])
    #expect(bench.app.state.number == 1)
    #expect(done == ["captured", "committed"])
    bench.app.rollbackState { done.append("never") }
    #expect(bench.problems == ["notCaptured"])
    #expect(done.count == 2)
  }

  @Test("a capture may go on with another state, which is reported")
  func newState() {
    let bench = BusBench()
    bench.add(1)
    bench.app.captureState(newState: BusState(number: 50, text: "trial"))
    #expect(bench.app.state == BusState(number: 50, text: "trial"))
    bench.add(1)
    bench.app.rollbackState()
    #expect(bench.app.state == BusState(number: 1))
    #expect(bench.lines == ["app 1", "app 50", "app 51", "app 1"])
  }

  @Test("captures nest: each is ended by one roll-back or one commit, the last one first")
  func nested() {
    let bench = BusBench()
    for number in [1, 10, 100] {
      bench.app.captureState()
      bench.add(number)
    }
    bench.app.rollbackState()
    #expect(bench.app.state.number == 11)
    bench.app.commitState()
    #expect(bench.app.state.number == 11)
    bench.app.rollbackState()
    #expect(bench.app.state.number == 0)
    bench.app.commitState()
    #expect(bench.problems == ["notCaptured"])
  }

  @Test("they take their turns with the mixes, also while the bus is paused or inside of a turn")
  func inOrder() {
    let bench = BusBench()
    let lock = bench.flask.lock()
    bench.add(1)
    bench.app.captureState { bench.lines.append("captured \(bench.app.state.number)") }
    bench.add(10)
    bench.app.rollbackState { bench.lines.append("back \(bench.app.state.number)") }
    bench.add(100)
    lock.release()
    #expect(bench.lines == ["app 1", "captured 1", "app 11", "app 1", "back 1", "app 101"])

    bench.lines = []
    bench.onReaction = { [unowned bench] _ in
      if bench.app.state.number == 102 { bench.app.captureState() }
      if bench.app.state.number == 103 { bench.app.rollbackState() }
    }
    bench.add(1)
    bench.add(1)
    #expect(bench.app.state.number == 102)
  }

  @Test(
    "putting back or keeping what was not captured is reported, and a completion is not called",
    arguments: [true, false])
  func misuse(isRollback: Bool) {
    let bench = BusBench()
    bench.add()
    var isCalled = false
    if isRollback {
      bench.app.rollbackState { isCalled = true }
    } else {
      bench.app.commitState { isCalled = true }
    }
    #expect(!isCalled)
    #expect(bench.app.state.number == 1)
    #expect(bench.problems == ["notCaptured"])
    #expect("\(bench.errors[0])".hasPrefix("`\(isRollback ? "rollbackState" : "commitState")` was called on"))
  }

  @Test("each substance has its own captures")
  func separate() {
    let bench = BusBench()
    let other = bench.flask.newSubstance(definedBy: BusState.self, named: "other")
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: bench.app, other)
    bench.app.captureState()
    reactor.mix(bench.app) { $0.prop.number = 1 }.with(other) { $0.prop.number = 2 }.andReact()
    bench.app.rollbackState()
    #expect(bench.app.state.number == 0)
    #expect(other.state.number == 2)
    other.rollbackState()
    #expect(bench.problems == ["notCaptured"])
  }
}
