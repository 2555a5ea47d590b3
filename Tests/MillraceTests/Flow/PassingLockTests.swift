import Millrace
import MillraceTesting
import Testing

/// Messages that pass a lock in the hands of its holder.
@EffectsHome
struct PassingLockTests {
  @Test("A message that passes has its turn before send returns, and what waits goes on waiting")
  func atOnce() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    let other = rig.flow.lock("another")
    rig.send("waiting")
    lock.send("a", to: rig.store)
    #expect(rig.heard == ["a"])
    other.send("b", to: rig.store)
    #expect(rig.heard == ["a", "b"])
    #expect(rig.flow.waitingCount == 1)
    lock.release()
    #expect(rig.heard == ["a", "b"])
    other.release()
    #expect(rig.heard == ["a", "b", "waiting"])
  }

  @Test("What its turn sends, and what its update answers with, waits like everything else")
  func followers() {
    let rig = EffectsRig { $0 == "go" ? .send("answer") : .none }
    let token = rig.store.observe { [unowned store = rig.store] state in
      if state.heard.last == "go" { store.send("sent") }
    }
    let lock = rig.flow.lock("test")
    rig.send("first")
    lock.send("go", to: rig.store)
    #expect(rig.heard == ["go"])
    #expect(rig.flow.waitingCount == 3)
    lock.release()
    #expect(rig.heard == ["go", "first", "sent", "answer"])
    token.cancel()
  }

  @Test("From inside of a turn it is the next turn, before everything that waits; several are taken in order")
  func insideTurn() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    let other = Store("", of: String.self, flow: rig.flow) { text, message in
      text += message
      return .none
    }
    var steps: [String] = []
    let token = rig.store.observe { [unowned store = rig.store] state in
      steps.append(state.heard.last ?? "")
      if state.heard == ["go"] {
        store.send("ordinary")
        lock.send("a", to: store)
        lock.send("x", to: other)
        lock.send("b", to: store)
        steps.append("end of the turn")
      }
    }
    let otherToken = other.observe { steps.append($0) }
    rig.send("waiting")
    lock.send("go", to: rig.store)
    #expect(steps == ["go", "end of the turn", "a", "x", "b"])
    lock.release()
    #expect(rig.heard == ["go", "a", "b", "waiting", "ordinary"])
    token.cancel()
    otherToken.cancel()
  }

  @Test("A lock that is made, used and released in one turn lets its message come next, before what waits")
  func releasedInside() {
    let rig = EffectsRig { $0 == "go" ? .send("answer") : .none }
    let token = rig.store.observe { [unowned store = rig.store] state in
      guard state.heard.last == "go" else { return }
      store.send("ordinary")
      let lock = store.flow.lock("inside")
      lock.send("passes", to: store)
      lock.release()
      #expect(state.heard == ["go"])
    }
    rig.send("go")
    #expect(rig.heard == ["go", "passes", "ordinary", "answer"])
    #expect(rig.flow.isIdle)
    token.cancel()
  }

  @Test("A message that passes comes between the turns of an direct turn and those it would go on with")
  func unseenTurn() {
    let rig = EffectsRig { _ in .none }
    let isTaken = rig.store.takeDirectly {
      let lock = rig.flow.lock("inside")
      lock.send("passes", to: rig.store)
      lock.release()
      let isContinued = rig.store.continueDirectly()
      #expect(!isContinued)
    }
    #expect(isTaken)
    #expect(rig.heard == ["passes"])
    #expect(rig.flow.isIdle)
  }

  @Test("While a state is being looked at it waits, and has its turn when that is over, the lock still shut")
  func whileLooking() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    rig.store.withState { outer in
      rig.store.withState { inner in
        lock.send("a", to: rig.store)
        rig.send("ordinary")
        lock.send("b", to: rig.store)
        #expect(inner.heard == [])
      }
      #expect(rig.flow.pump() == 0)
      #expect(outer.heard == [])
      #expect(rig.flow.waitingCount == 3)
      #expect(rig.flow.lockCount == 1)
    }
    #expect(lock.isLocked)
    #expect(rig.heard == ["a", "b"])
    lock.release()
    #expect(rig.heard == ["a", "b", "ordinary"])
  }

  @Test("Looking at a state is no lock")
  func lookingIsNoLock() {
    let rig = EffectsRig { _ in .none }
    rig.store.withState { _ in #expect(rig.flow.lockCount == 0) }
  }

  @Test("A lock that was released sends like the store, also while another is held")
  func released() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    lock.release()
    lock.send("a", to: rig.store)
    #expect(rig.heard == ["a"])
    let other = rig.flow.lock("other")
    lock.send("b", to: rig.store)
    #expect(rig.heard == ["a"])
    other.release()
    #expect(rig.heard == ["a", "b"])
  }

  @Test("A store of another flow does not get the message, and the lock's flow reports an error")
  func foreign() {
    let rig = EffectsRig { _ in .none }
    let foreign = EffectsRig { _ in .none }
    let lock = rig.flow.lock("pause")
    lock.send("a", to: foreign.store)
    lock.release()
    lock.send("b", to: foreign.store)
    #expect(foreign.heard == [] && foreign.errors == [])
    let text = """
      The lock `pause` of the flow `rig` received a message for the store `store`, which is on another flow, so the \
      message was dropped. Send it to that store directly, or through a lock of its flow.
      """
    #expect(rig.errors == [text, text])
  }

  @Test("Effects of such a turn begin at once, and what they send waits for the lock")
  func effects() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "go" ? .run(label: "work") { send in await send("done") } : .none
    }
    let lock = rig.flow.lock("test")
    lock.send("go", to: rig.store)
    await driver.perform("work")
    #expect(rig.heard == ["go"])
    #expect(!rig.flow.isIdle)
    lock.release()
    #expect(rig.heard == ["go", "done"])
    #expect(rig.flow.isIdle)
  }

  @Test("A hundred thousand, each sent by the one before, are taken one after another")
  func chain() {
    let store = Store(0, of: Int.self) { state, number in
      state = number
      return .none
    }
    let lock = store.flow.lock("test")
    let token = store.observe { [unowned store] number in
      if number < 100_000 { lock.send(number + 1, to: store) }
    }
    store.send(-1)
    lock.send(1, to: store)
    #expect(store.state == 100_000)
    #expect(store.flow.lastSequence == 100_000)
    token.cancel()
    lock.release()
    #expect(store.state == -1)
  }
}
