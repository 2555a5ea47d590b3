import Flask
import Millrace
import Testing

/// Locks without a mixer.
@MainActor
struct BusLockTests {
  @Test("while a lock is shut all waits in order, and its release takes the turns before it returns")
  func waits() {
    let bench = BusBench()
    let lock = bench.flask.lock()
    #expect(lock.isLocked)
    #expect(lock.name == "lock")
    #expect(bench.flask.bus.isLocked)
    bench.add(1)
    bench.flask.substances(reactTo: BusMixers.add, payload: ["by": 10])
    bench.add(100)
    #expect(bench.app.state.number == 0)
    #expect(bench.flask.bus.waiting.count == 3)
    lock.release()
    #expect(!lock.isLocked)
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.lines == ["app 1", "app 11", "app 111"])
  }

  @Test(
    "of several locks all must be released, in whichever order",
    arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
  func several(order: [Int]) {
    let bench = BusBench()
    let locks = (0..<3).map { _ in bench.flask.lock() }
    bench.add()
    for pick in order {
      #expect(bench.lines.isEmpty)
      #expect(bench.flask.bus.isLocked)
      locks[pick].release()
      locks[pick].release()
    }
    #expect(bench.lines == ["app 1"])
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.errors.isEmpty)
  }

  @Test("a lock made in a reaction lets its transaction notify all reactors, and no other one begin")
  func inReaction() throws {
    let bench = BusBench()
    let later = bench.flask.reactor(attachedTo: bench.owner, mixing: bench.app) { owner, _ in
      owner.bench?.lines.append("later")
    }
    var lock: FluxLock?
    bench.onReaction = { [unowned bench] _ in
      if lock != nil { return }
      lock = bench.flask.lock()
      bench.add(10)
    }
    bench.add()
    #expect(bench.lines == ["app 1", "later"])
    #expect(bench.flask.bus.waiting.count == 1)
    try #require(lock).release()
    #expect(bench.lines == ["app 1", "later", "app 11", "later"])
    #expect(later.isBound)
  }

  @Test("a lock that is released in a turn lets what waits come after that turn, not inside of it")
  func releasedInReaction() {
    let bench = BusBench()
    var lock: FluxLock?
    bench.onReaction = { [unowned bench] _ in
      guard bench.lines.count == 1 else { return }
      lock = bench.flask.lock()
      bench.add(10)
      lock?.release()
      bench.lines.append("released")
    }
    bench.add()
    #expect(bench.lines == ["app 1", "released", "app 11"])
  }

  @Test("onRelease is called once, with the context, after what waited has had its turns")
  func onRelease() {
    let bench = BusBench()
    let lock = bench.flask.lock()
    lock.onRelease = { context in
      #expect(!lock.isLocked)
      #expect(!bench.flask.bus.isLocked)
      bench.lines.append("released \(context as? String ?? "without")")
    }
    bench.add()
    lock.release(context: "done")
    lock.release(context: "again")
    #expect(bench.lines == ["app 1", "released done"])
    #expect(lock.onRelease == nil)

    let other = bench.flask.lock()
    other.onRelease = { bench.lines.append("other \($0 == nil)") }
    other.release()
    #expect(bench.lines.last == "other true")
  }

  @Test("onRelease may lock again, and mix")
  func lockAgain() {
    let bench = BusBench()
    let first = bench.flask.lock()
    var second: FluxLock?
    first.onRelease = { [unowned bench] _ in
      second = bench.flask.lock()
      bench.add()
    }
    first.release()
    #expect(bench.app.state.number == 0)
    second?.release()
    #expect(bench.app.state.number == 1)
  }

  @Test("autorelease() releases a lock that was made for it, and leaves another alone")
  func autorelease() {
    let bench = BusBench()
    let plain = bench.flask.lock()
    plain.autorelease()
    #expect(plain.isLocked)
    plain.release()
    let other = bench.flask.lock(autorelease: true)
    bench.add()
    #expect(other.isLocked)
    other.autorelease()
    #expect(!other.isLocked)
    #expect(bench.app.state.number == 1)
    other.autorelease()
    #expect(bench.errors.isEmpty)
  }

  @Test("removeLocks releases all locks of the context, tells each onRelease, and can be called again")
  func removeLocks() {
    let bench = BusBench()
    let locks = [bench.flask.lock(), bench.flask.lock(autorelease: true), bench.flask.lock()]
    for (number, lock) in locks.enumerated() {
      lock.onRelease = { _ in bench.lines.append("released \(number)") }
    }
    bench.add()
    bench.flask.removeLocks()
    #expect(bench.lines == ["released 0", "released 1", "app 1", "released 2"])
    #expect(locks.allSatisfy { !$0.isLocked })
    bench.flask.removeLocks()
    for lock in locks { lock.release() }
    #expect(bench.lines.count == 4)
    #expect(bench.errors.isEmpty)
  }

  @Test("the shared context can be locked on the type")
  func shared() {
    let lock = Flask.lock()
    #expect(lock.isLocked)
    #expect(Flask.bus.isLocked)
    Flask.removeLocks()
    #expect(!lock.isLocked)
    #expect(Flask.purgeFluxQueue().isEmpty)
  }

  @Test("removeLocks opens a lock at once whose last reference is gone, and it is still reported")
  func removeDropped() async {
    let bench = BusBench()
    for _ in 0..<3 { _ = bench.flask.lock() }
    bench.flask.removeLocks()
    #expect(!bench.flask.bus.isLocked)
    _ = bench.flask.lock()
    bench.flask.lock(withMixer: BusMixers.still)
    bench.add()
    bench.flask.bus.removeLocks()
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.app.state.number == 1)
    // The bus is free, and a lock made now is not opened by what is still on its way.
    let lock = bench.flask.lock()
    bench.add()
    await bench.settle()
    #expect(lock.isLocked && bench.app.state.number == 1)
    lock.release()
    #expect(bench.app.state.number == 2)
    #expect(bench.problems.allSatisfy { $0 == "lockDropped" })
    #expect(bench.flowErrors.isEmpty)
  }

  // MARK: Dropped locks

  @Test(
    "a held lock whose last reference is released opens, and this is reported without autorelease",
    arguments: [false, true])
  func dropped(autorelease: Bool) async {
    let bench = BusBench()
    func make() {
      let lock = bench.flask.lock(autorelease: autorelease)
      lock.onRelease = { bench.lines.append("released \($0 == nil)") }
    }
    make()
    bench.add()
    await bench.settle()
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.lines.sorted() == ["app 1", "released true"])
    #expect(bench.problems == (autorelease ? [] : ["lockDropped"]))
    #expect(bench.flowErrors.isEmpty)
  }

  @Test("a lock whose last reference goes on another thread is released at home")
  func droppedElsewhere() async {
    let bench = BusBench()
    // Sound: the lock is released by the task alone.
    nonisolated(unsafe) var lock: FluxLock? = bench.flask.lock()
    lock?.onRelease = { _ in
      MainActor.assertIsolated()
      bench.lines.append("released")
    }
    bench.add()
    #expect(bench.lines.isEmpty)
    await Task.detached { lock = nil }.value
    await bench.settle()
    #expect(bench.lines.sorted() == ["app 1", "released"])
    #expect(bench.problems == ["lockDropped"])
  }

  @Test("a dropped lock leaves the others shut")
  func droppedAmongOthers() async {
    let bench = BusBench()
    let kept = bench.flask.lock()
    _ = bench.flask.lock()
    bench.add()
    await bench.settle()
    #expect(bench.problems == ["lockDropped"])
    #expect(bench.lines.isEmpty)
    kept.release()
    #expect(bench.lines == ["app 1"])
  }
}
