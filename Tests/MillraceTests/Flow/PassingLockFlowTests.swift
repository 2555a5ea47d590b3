import Millrace
import MillraceTesting
import Testing

/// Messages that pass a lock, as gates, taps, `run()` and the ends of stores see them.
@EffectsHome
struct PassingLockFlowTests {
  @Test("Taps see it like any other turn: sent outside of turns, caused by the turn inside")
  func taps() {
    let rig = EffectsRig { _ in .none }
    var records: [String] = []
    let tap = rig.flow.tap { records.append("\($0.sequence) \($0.message): \($0.cause)") }
    let lock = rig.flow.lock("test")
    let token = rig.store.observe { [unowned store = rig.store] state in
      if state.heard == ["a"] { lock.send("b", to: store) }
    }
    lock.send("a", to: rig.store)
    rig.store.withState { _ in lock.send("c", to: rig.store) }
    lock.release()
    #expect(records == ["1 a: sent", "2 b: turn 1", "3 c: sent"])
    token.cancel()
    tap.cancel()
  }

  @Test("Gates change it and drop it like any other message")
  func gates() {
    let rig = EffectsRig { _ in .none }
    var causes: [Cause] = []
    let flowGate = rig.flow.gate("causes") { passage in
      causes.append(passage.cause)
      return .pass
    }
    let gate = rig.store.gate("gate") { $0 == "drop" ? .drop : .change($0.uppercased()) }
    let lock = rig.flow.lock("test")
    lock.send("drop", to: rig.store)
    lock.send("change", to: rig.store)
    #expect(rig.heard == ["CHANGE"])
    #expect(causes == [.sent, .sent])
    lock.release()
    gate.cancel()
    flowGate.cancel()
  }

  @Test("A gate delays it, and it passes the lock when its time has come")
  func delayed() async {
    let rig = EffectsRig { _ in .none }
    let gate = rig.store.gate("delay") { $0 == "slow" ? .delay(.seconds(1)) : .pass }
    let lock = rig.flow.lock("test")
    lock.send("slow", to: rig.store)
    #expect(rig.heard == [] && rig.flow.waitingCount == 0 && !rig.flow.isIdle)
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard == ["slow"] && rig.flow.waitingCount == 0)
    lock.send("fast", to: rig.store)
    lock.release()
    #expect(rig.heard == ["slow", "fast"])
    gate.cancel()
  }

  @Test("While it waits the flow is not idle, and it is counted")
  func idle() {
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    rig.store.withState { _ in
      #expect(rig.flow.isIdle)
      lock.send("a", to: rig.store)
      #expect(!rig.flow.isIdle)
      #expect(rig.flow.waitingCount == 1)
    }
    #expect(rig.flow.isIdle)
    #expect(rig.flow.waitingCount == 0)
    lock.release()
  }

  @Test(
    "Run returns while the lock is held and nothing else is under way, and waits for such a turn's effect")
  func run() async {
    let rig = EffectsRig { message in
      message == "go" ? .run { send in await send("done") } : .none
    }
    let lock = rig.flow.lock("test")
    lock.send("go", to: rig.store)
    await rig.store.run()
    #expect(rig.heard == ["go"])
    #expect(rig.flow.waitingCount == 1)
    lock.release()
    await rig.store.run()
    #expect(rig.heard == ["go", "done"])
  }

  @Test("What waits for a store that ends is dropped, and never goes to the store that comes after it")
  func storeEnds() {
    final class Letter: Sendable {}
    let rig = EffectsRig { _ in .none }
    let lock = rig.flow.lock("test")
    weak var letter: Letter?
    var newcomer: Store<Int, Int>?
    rig.store.withState { _ in
      do {
        let short = Store(0, of: Letter.self, flow: rig.flow) { _, _ in .none }
        let sent = Letter()
        letter = sent
        lock.send(sent, to: short)
        #expect(rig.flow.waitingCount == 1)
      }
      rig.flow.pump()
      newcomer = Store(0, of: Int.self, flow: rig.flow) { state, number in
        state += number
        return .none
      }
      if let newcomer { lock.send(5, to: newcomer) }
      lock.send("a", to: rig.store)
    }
    #expect(letter == nil)
    #expect(newcomer?.state == 5)
    #expect(rig.heard == ["a"])
    #expect(rig.flow.isIdle)
    lock.release()
  }

  @Test("A flow without a home takes such a turn where it is used, and finds its home by it")
  func homeless() async {
    let flow = Flow(isolation: nil)
    let store = Store<String, String>("", flow: flow, isolation: nil) { text, message in
      text += message
      return .none
    }
    let lock = flow.lock("test")
    lock.send("a", to: store, isolation: nil)
    #expect(store.state == "a")
    lock.send("b", to: store)
    lock.release()
    store.sender().send("c")
    await store.run()
    #expect(store.state == "abc")
  }
}
