import Millrace
import MillraceTesting
import Testing

/// Locks: gates that are shut.
@EffectsHome
struct FlowLockTests {
  @Test("While a lock is held messages wait, in order, and its release takes their turns before it returns")
  func waits() {
    let rig = EffectsRig { $0 == "a" ? .send("from a") : .none }
    let lock = rig.flow.lock("test")
    #expect(lock.isLocked)
    #expect(lock.name == "test")
    #expect(rig.flow.lockCount == 1)
    rig.send("a", "b")
    #expect(rig.heard == [])
    #expect(rig.flow.waitingCount == 2)
    #expect(!rig.flow.isIdle)
    lock.release()
    #expect(rig.heard == ["a", "b", "from a"])
    #expect(!lock.isLocked)
    #expect(rig.flow.lockCount == 0)
    #expect(rig.flow.waitingCount == 0)
  }

  @Test(
    "Of several locks the last release lets the flow go on, in whichever order they go",
    arguments: effectsOrders("012"))
  func several(order: String) {
    let rig = EffectsRig { _ in .none }
    let locks = (0..<3).map { rig.flow.lock("\($0)") }
    rig.send("a")
    for (number, pick) in order.compactMap(\.wholeNumberValue).enumerated() {
      #expect(rig.heard == [])
      locks[pick].release()
      #expect(rig.flow.lockCount == 2 - number)
    }
    #expect(rig.heard == ["a"])
  }

  @Test("Releasing a lock again does nothing, also while another is held")
  func releasedTwice() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("one")
    let other = rig.flow.lock("two")
    lock.release()
    lock.release()
    rig.send("a")
    #expect(rig.flow.lockCount == 1)
    #expect(rig.heard == [])
    other.release()
    other.release()
    #expect(rig.heard == ["a"])
    #expect(rig.errors == [])
  }

  @Test("A lock that is made inside of a turn lets that turn end, and no other begin")
  func madeInside() {
    let rig = EffectsRig { $0 == "go" ? .merge(.send("now 1"), .send("now 2")) : .none }
    var lock: FlowLock?
    var second = 0
    let first = rig.store.observe { [unowned flow = rig.flow] state in
      if state.heard.last == "go" { lock = flow.lock("inside") }
    }
    let later = rig.store.observe { _ in second += 1 }
    rig.send("go")
    #expect(second == 1)
    #expect(rig.heard == ["go"])
    #expect(rig.flow.waitingCount == 2)
    lock?.release()
    #expect(rig.heard == ["go", "now 1", "now 2"])
    first.cancel()
    later.cancel()
  }

  @Test("A message now is held back too by a lock made in the turn that asked for it")
  func messageNow() {
    let rig = EffectsRig { $0 == "go" ? .send("now") : .none }
    var lock: FlowLock?
    let token = rig.store.observe { [unowned flow = rig.flow] _ in
      if lock == nil { lock = flow.lock("inside") }
    }
    rig.send("go")
    #expect(rig.heard == ["go"])
    lock?.release()
    #expect(rig.heard == ["go", "now"])
    token.cancel()
  }

  @Test("A lock that is released inside of a turn lets what waits come after that turn, never inside")
  func releasedInside() {
    let flow = Flow()
    var steps: [String] = []
    var lock: FlowLock?
    let store = Store(0, of: String.self, flow: flow) { _, message in
      steps.append(message)
      return .none
    }
    let token = store.observe { _ in
      if steps == ["go"] {
        lock = flow.lock("inside")
        store.send("waiting")
        lock?.release()
        #expect(flow.isInTurn)
        steps.append("end of the turn")
      }
    }
    store.send("go")
    #expect(steps == ["go", "end of the turn", "waiting"])
    token.cancel()
  }

  @Test("While a lock is held, what is posted comes home and waits")
  func posted() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .none }
    let lock = rig.flow.lock("test")
    rig.store.sender().send("posted")
    #expect(rig.flow.waitingCount == 0)
    await driver.perform("wake")
    #expect(rig.flow.waitingCount == 1)
    #expect(rig.store.pump() == 0)
    rig.send("sent")
    lock.release()
    #expect(rig.heard == ["posted", "sent"])
  }

  @Test("A lock holds up all stores of its flow, and no other flow")
  func allStores() {
    let rig = EffectsRig { _ in .none }
    let other = Store(0, of: String.self, flow: rig.flow) { count, _ in
      count += 1
      return .none
    }
    let elsewhere = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    rig.send("a")
    other.send("b")
    elsewhere.send("c")
    #expect(rig.heard == [] && other.withState { $0 } == 0)
    #expect(elsewhere.heard == ["c"])
    lock.release()
    #expect(rig.heard == ["a"] && other.withState { $0 } == 1)
  }

  @Test("A lock whose last reference goes is released and reported, and what waited has its turns")
  func abandoned() async {
    let rig = EffectsRig { _ in .none }
    var lock: FlowLock? = rig.flow.lock("animation")
    rig.send("a")
    lock = nil
    await rig.store.run()
    #expect(rig.heard == ["a"])
    #expect(rig.flow.lockCount == 0)
    #expect(
      rig.errors == [
        """
        The last reference to the lock `animation` of the flow `rig` was released before `release()` was called, so \
        the lock was opened to let the flow continue. Keep the lock until you call `release()`.
        """
      ])
    _ = lock
  }

  @Test("A lock may be released on another thread; one that was released before is not reported")
  func abandonedElsewhere() async {
    let rig = EffectsRig { _ in .none }
    let parcel = EffectsParcel(rig.flow.lock("lost"))
    let released = EffectsParcel(rig.flow.lock("released"))
    released.value?.release()
    rig.send("a")
    await Task.detached {
      released.value = nil
      parcel.value = nil
    }.value
    await rig.store.run()
    #expect(rig.heard == ["a"])
    #expect(rig.errors.count == 1 && rig.errors.first?.contains("`lost`") == true)
  }

  @Test("A lock that is released while another is held is reported, and the other still holds")
  func abandonedBesideAnother() async {
    let rig = EffectsRig { _ in .none }
    let kept = rig.flow.lock("kept")
    var lost: FlowLock? = rig.flow.lock("lost")
    rig.send("a")
    lost = nil
    await rig.store.run()
    #expect(rig.flow.lockCount == 1)
    #expect(rig.heard == [])
    #expect(rig.errors.count == 1)
    kept.release()
    #expect(rig.heard == ["a"])
    _ = lost
  }

  @Test("An effect's send does not wait for the lock: the body goes on while its message waits")
  func effectGoesOn() async {
    let log = EffectsLog<String>()
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .run(label: "work") { send in
        await send("a")
        log.add("went on")
        await send("b")
      }
    }
    rig.send("go")
    let lock = rig.flow.lock("test")
    await driver.perform("work")
    #expect(log.entries == ["went on"])
    #expect(rig.heard == ["go"])
    lock.release()
    #expect(rig.heard == ["go", "a", "b"])
    #expect(rig.flow.isIdle)
  }
}
