import Flask
import Millrace
import Testing

/// Locks with a mixer.
@MainActor
struct BusMixerLockTests {
  @Test("the mixer runs before all that waits and under other locks, and the bus stays paused")
  func passes() {
    let bench = BusBench()
    let other = bench.flask.lock()
    bench.add(10)
    let lock = bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 5])
    #expect(lock.name == "add")
    #expect(bench.lines == ["app 5"])
    bench.add(100)
    #expect(bench.flask.bus.waiting.map(\.kind) == [.chain, .chain])
    other.release()
    #expect(bench.lines == ["app 5"])
    lock.release()
    #expect(bench.lines == ["app 5", "app 15", "app 115"])
    #expect(bench.errors.isEmpty)
  }

  @Test("inside of a turn it is the next turn, before what waits")
  func insideTurn() {
    let bench = BusBench()
    var lock: FluxLock?
    bench.onReaction = { [unowned bench] _ in
      guard bench.lines.count == 1 else { return }
      bench.add(100)
      lock = bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 5])
      #expect(bench.lines == ["app 1"])
      #expect(bench.flask.bus.waiting.map(\.kind) == [.mixer("add"), .chain])
    }
    bench.add()
    #expect(bench.lines == ["app 1", "app 6"])
    lock?.release()
    #expect(bench.lines == ["app 1", "app 6", "app 106"])
  }

  @Test("each reaction to it has the lock, the same one, and other reactions have none")
  func onLock() throws {
    let bench = BusBench()
    let second = BusReactive(name: "second", in: bench.flask)
    var locks: [FluxLock?] = []
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: second) { _, reaction in
      locks.append(reaction.onLock)
      if let typed = reaction.at(second) { locks.append(typed.onLock) }
    }
    bench.onReaction = { locks.append($0.onLock) }
    let lock = bench.flask.lock(withMixer: BusMixers.add)
    #expect(locks.count == 3)
    let first = try #require(locks.first ?? nil)
    #expect(locks.allSatisfy { $0 === first })
    #expect(first.isLocked)
    first.release(context: 1)
    #expect(!lock.isLocked)
    locks = []
    bench.add()
    reactor.mix(second) { $0.prop.number = 9 }.andReact()
    #expect(locks.count == 3)
    #expect(locks.allSatisfy { $0 == nil })
  }

  @Test("onRelease is shared by all references to the lock")
  func sharedOnRelease() {
    let bench = BusBench()
    var kept: FluxLock?
    bench.onReaction = { if kept == nil { kept = $0.onLock } }
    let lock = bench.flask.lock(withMixer: BusMixers.add)
    lock.onRelease = { bench.lines.append("released \($0 as? Int ?? 0)") }
    bench.add()
    kept?.release(context: 7)
    lock.release(context: 8)
    #expect(bench.lines == ["app 1", "app 2", "released 7"])
  }

  // MARK: One at a time

  @Test("of several, each has the bus for itself until its lock is released, in order")
  func exclude() {
    let bench = BusBench()
    var locks: [FluxLock] = []
    bench.onReaction = { if let lock = $0.onLock { locks.append(lock) } }
    for by in [1, 10, 100] { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": by]) }
    bench.add(1000)
    #expect(bench.lines == ["app 1"])
    #expect(bench.flask.bus.waiting.map(\.kind) == [.chain, .mixer("add"), .mixer("add")])
    locks[0].release()
    #expect(bench.lines == ["app 1", "app 11"])
    locks[1].release()
    #expect(bench.lines == ["app 1", "app 11", "app 111"])
    locks[2].release()
    #expect(bench.lines == ["app 1", "app 11", "app 111", "app 1111"])
    #expect(bench.errors.isEmpty)
  }

  @Test("one that is asked for in the reaction to another waits for its release")
  func nested() {
    let bench = BusBench()
    var locks: [FluxLock] = []
    bench.onReaction = { [unowned bench] reaction in
      if let lock = reaction.onLock { locks.append(lock) }
      if locks.count == 1 { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 10]) }
    }
    bench.flask.lock(withMixer: BusMixers.add)
    #expect(bench.lines == ["app 1"])
    locks[0].release()
    #expect(bench.lines == ["app 1", "app 11"])
    locks[1].release()
    #expect(!bench.flask.bus.isLocked)
  }

  @Test("a reaction may release its lock at once; the next one follows")
  func releasedInReaction() {
    let bench = BusBench()
    bench.onReaction = { [unowned bench] reaction in
      if bench.lines.count == 1 { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 10]) }
      reaction.onLock?.release()
    }
    bench.flask.lock(withMixer: BusMixers.add)
    #expect(bench.lines == ["app 1", "app 11"])
    #expect(!bench.flask.bus.isLocked)
    bench.add(100)
    #expect(bench.app.state.number == 111)
  }

  @Test("a lock that is released before its mix was made leaves the mix, without a lock")
  func releasedBefore() {
    let bench = BusBench()
    var heard: [Bool] = []
    bench.onReaction = { heard.append($0.onLock != nil) }
    let first = bench.flask.lock(withMixer: BusMixers.add)
    let second = bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 10])
    bench.add(100)
    second.release()
    #expect(bench.lines == ["app 1"])
    first.release()
    #expect(bench.app.state.number == 111)
    #expect(heard == [true, false, false])
    #expect(!bench.flask.bus.isLocked)
    let third = bench.flask.lock(withMixer: BusMixers.add)
    #expect(bench.app.state.number == 112)
    third.release()
  }

  @Test("one that was released before its turn does not keep those behind it from theirs")
  func releasedBeforeOthers() {
    let bench = BusBench()
    let locks = [1, 10, 100, 1000].map { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": $0]) }
    locks[1].release()
    locks[2].release()
    locks[0].release()
    // The fourth has the bus; the second and the third have become ordinary mixes.
    #expect(bench.app.state.number == 1001)
    #expect(bench.flask.bus.waiting.count == 2)
    locks[3].release()
    #expect(bench.app.state.number == 1111)
    #expect(!bench.flask.bus.isLocked)
    bench.flask.lock(withMixer: BusMixers.add).release()
    #expect(bench.app.state.number == 1112)
  }

  @Test("one that is released in the turn that has asked for it is made all the same")
  func releasedInsideTurn() {
    let bench = BusBench()
    bench.onReaction = { [unowned bench] reaction in
      #expect(reaction.onLock == nil)
      if bench.lines.count == 1 {
        bench.flask.lock(withMixer: BusMixers.add, payload: ["by": 10]).release()
      }
    }
    bench.add()
    #expect(bench.lines == ["app 1", "app 11"])
    #expect(!bench.flask.bus.isLocked)
    bench.onReaction = { _ in }
    bench.flask.lock(withMixer: BusMixers.add).release()
    #expect(bench.app.state.number == 12)
  }
}
