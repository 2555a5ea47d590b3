import Flask
import Millrace
import Testing

/// The order in which the bus takes what it is given.
@MainActor
struct BusOrderTests {
  @Test("what is asked for in a turn waits until that turn is over, and has its turns in order")
  func firstInFirstOut() {
    let bench = BusBench()
    bench.onReaction = { [unowned bench] _ in
      guard bench.lines.count == 1 else { return }
      for number in [10, 100, 1000] { bench.add(number) }
      bench.flask.substances(reactTo: BusMixers.add)
      #expect(bench.app.state.number == 1)
      #expect(bench.flask.bus.waiting.map(\.kind) == [.chain, .chain, .chain, .mixer("add")])
    }
    bench.add()
    #expect(bench.lines == ["app 1", "app 11", "app 111", "app 1111", "app 1112"])
    #expect(bench.flask.bus.waiting.isEmpty)
    #expect(bench.errors.isEmpty)
  }

  @Test("a chain of reactions as long as you like is taken without growing the stack")
  func longChain() {
    let bench = BusBench()
    bench.onReaction = { [unowned bench] _ in if bench.app.state.number < 100_000 { bench.add() } }
    bench.add()
    #expect(bench.app.state.number == 100_000)
  }

  @Test("what one thread asks for through a sender is done in its order, none lost, none twice")
  func senders() async {
    let bench = BusBench()
    var heard: [String: [Int]] = [:]
    bench.app.define(mix: "from") { payload, _, abort in
      if let name = payload?["name"] as? String, let number = payload?["number"] as? Int {
        heard[name, default: []].append(number)
      }
      abort()
    }
    enum From: SubstanceMixer { case from }
    let sender = bench.flask.sender()
    await withTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c"] {
        group.addTask {
          for number in 0..<200 {
            sender.substances(reactTo: From.from, payload: ["name": name, "number": number])
          }
        }
      }
    }
    await bench.settle()
    #expect(heard.count == 3)
    for (name, numbers) in heard { #expect(numbers == Array(0..<200), "of \(name)") }
  }

  @Test("a request with a bound is not taken while as many wait")
  func bounded() async {
    let bench = BusBench()
    let sender = bench.flask.sender()
    let lock = bench.flask.lock()
    let answers = (0..<5).map { _ in sender.substances(reactTo: BusMixers.add, limit: 3) }
    #expect(answers == [.accepted, .accepted, .accepted, .full, .full])
    lock.release()
    await bench.settle()
    #expect(bench.app.state.number == 3)
    #expect(sender.substances(reactTo: BusMixers.add, limit: 1) == .accepted)
    await bench.settle()
    #expect(bench.app.state.number == 4)
  }

  @Test("a sender of a context that has ended says so")
  func deadSender() async {
    var bench: BusBench? = BusBench()
    let sender = bench?.flask.sender()
    #expect(sender?.substances(reactTo: BusMixers.add) == true)
    await bench?.settle()
    // Reactors keep the context for as long as they are attached.
    bench?.flask.endReactors()
    bench = nil
    #expect(sender?.substances(reactTo: BusMixers.add) == false)
    #expect(sender?.substances(reactTo: BusMixers.add, limit: 9) == .ended)
  }

  @Test("a closure of performInFluxQueue is called at once where the bus is free, and in its turn elsewhere")
  func work() {
    let bench = BusBench()
    bench.flask.bus.performInFluxQueue { bench.lines.append("free") }
    #expect(bench.lines == ["free"])
    bench.lines = []
    let lock = bench.flask.lock()
    bench.add(1)
    bench.flask.bus.performInFluxQueue {
      bench.lines.append("work \(bench.app.state.number)")
      bench.add(5)
    }
    bench.add(2)
    #expect(bench.lines.isEmpty)
    #expect(bench.flask.bus.waiting.map(\.kind) == [.chain, .work, .chain])
    lock.release()
    #expect(bench.lines == ["app 1", "work 1", "app 3", "app 8"])
  }

  @Test("what waits says what is asked for, of whom, and where")
  func inspection() {
    let bench = BusBench()
    let other = bench.flask.newSubstance(definedBy: BusState.self, named: "other")
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: bench.app, other)
    let lock = bench.flask.lock()
    let line = #line + 1
    reactor.mix(bench.app) { $0.prop.number = 1 }.with(other) { $0.prop.number = 2 }.andReact()
    bench.flask.substances(reactTo: BusMixers.add)
    bench.app.captureState()
    bench.app.rollbackState()
    bench.app.commitState()
    bench.app.undo()
    bench.app.redo()
    bench.app.beginUndoGrouping()
    bench.flask.bus.performInFluxQueue {}
    let waiting = bench.flask.bus.waiting
    #expect(
      waiting.map(\.kind)
        == [.chain, .mixer("add"), .capture, .rollback, .commit, .undo, .redo, .grouping, .work])
    #expect(waiting[0].substances == ["app", "other"])
    #expect(waiting[0].origin == "\(#fileID):\(line)")
    #expect(waiting[1].substances == [])
    #expect(waiting[1].origin == nil)
    #expect(waiting[2].substances == ["app"])
    #expect(waiting.allSatisfy { $0.committed.isEmpty })
    #expect(
      waiting.map(\.description)
        == [
          "mix app, other at \(#fileID):\(line)", "mixer add", "capture app", "roll back app", "commit app",
          "undo app", "redo app", "undo grouping app", "work",
        ])
    bench.flask.purgeFluxQueue()
    lock.release()
  }

  // MARK: Purging

  @Test("purging drops what waits, returns it, and lets the bus go on")
  func purge() {
    let bench = BusBench()
    let lock = bench.flask.lock()
    bench.add()
    bench.app.captureState()
    var isCalled = false
    bench.flask.bus.performInFluxQueue { isCalled = true }
    #expect(bench.flask.purgeFluxQueue().map(\.kind) == [.chain, .capture, .work])
    #expect(bench.flask.bus.waiting.isEmpty)
    #expect(bench.flask.purgeFluxQueue().isEmpty)
    #expect(bench.flask.bus.isLocked)
    lock.release()
    #expect(bench.app.state.number == 0)
    #expect(!isCalled)
    bench.add(3)
    #expect(bench.app.state.number == 3)
    #expect(bench.errors.isEmpty)
  }

  @Test("purging inside of a turn leaves that turn alone")
  func purgeInside() {
    let bench = BusBench()
    var dropped = 0
    bench.onReaction = { [unowned bench] _ in
      bench.add(10)
      bench.add(100)
      dropped = bench.flask.purgeFluxQueue().count
      if bench.lines.count == 1 { bench.flask.bus.performInFluxQueue { bench.lines.append("after") } }
    }
    bench.add()
    #expect(dropped == 2)
    #expect(bench.lines == ["app 1", "after"])
  }
}
