import Millrace
import MillraceTesting
import MillraceToolkit
import Testing

/// Locks that refuse what is sent while they are held, for tools that show something else than the present.
@EffectsHome
struct RefusingLockTests {
  @Test("What is sent is refused and dropped; messages of effects and posted ones wait for the release")
  func refuses() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "begin" ? .run(label: "work") { send in await send("answer") } : .none
    }
    rig.send("begin")
    var refused: [String] = []
    let lock = FlowInternals(rig.flow).lock("showing") { store, message in
      refused.append("\(store): \(message)")
    }
    rig.send("input")
    #expect(refused == ["store: input"])
    #expect(rig.heard == ["begin"])
    rig.store.sender().send("posted")
    #expect(StoreInternals(rig.store).replay("answer", from: .effect(1, turn: 1)))
    #expect(rig.heard == ["begin"])
    lock.release()
    #expect(StoreInternals(rig.store).replayEnd(ofEffect: 1))
    await rig.store.run()
    #expect(rig.heard.sorted() == ["answer", "begin", "posted"])
    rig.send("again")
    #expect(rig.heard.last == "again")
    #expect(refused.count == 1)
  }

  @Test("What observers send while the state is replaced is refused as well")
  func refusesObservers() {
    let rig = EffectsRig { _ in .none }
    let observer = rig.store.observe { [unowned store = rig.store] _ in store.send("observer") }
    var count = 0
    let before = rig.heard
    let lock = FlowInternals(rig.flow).lock("showing") { _, _ in count += 1 }
    rig.store.withState { _ in }
    let state = rig.store.withState { copy $0 }
    rig.store.replace(state)
    #expect(count >= 1)
    #expect(rig.heard == before)
    observer.cancel()
    lock.release()
    #expect(rig.heard == before)
  }

  @Test("A state that is shown meanwhile ends no subscription and no part; what they send waits, and arrives")
  func showsOnly() async {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["a"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { send in await send(">\(id)") }
    }
    let present = rig.store.withState { copy $0 }
    var past = present
    past.wanted = []
    let lock = FlowInternals(rig.store.flow).lock("showing") { _, _ in }
    rig.store.replace(past)
    past.wanted = ["b"]
    rig.store.replace(past)
    #expect(driver.asked == ["a"])
    #expect(StoreInternals(rig.store).liveSubscriptions.map(\.id) == ["a"])
    rig.store.replace(present)
    lock.release()
    await driver.perform("a")
    #expect(rig.heard == ["a"])
    rig.want("")
    #expect(StoreInternals(rig.store).liveSubscriptions.isEmpty)
  }

  @Test("A part that is absent from the shown state keeps its effects")
  @MainActor
  func keepsParts() {
    let rig = PartsRig(hasIdentity: true)
    rig.send(.show(PartsDetail(uid: 1)), .detail(.begin("load")))
    let present = rig.store.withState { copy $0 }
    let lock = FlowInternals(rig.store.flow).lock("showing") { _, _ in }
    rig.store.replace(PartsAlbum())
    #expect(rig.inFlight == ["load"])
    rig.store.replace(present)
    lock.release()
    #expect(rig.work.send("load", .heard("loaded")))
    rig.store.pump()
    #expect(rig.detail?.heard == ["loaded"])
  }

  @Test("A lock that is forgotten refuses no more, and is reported")
  func forgotten() async {
    let rig = EffectsRig { _ in .none }
    var lock: FlowLock? = FlowInternals(rig.flow).lock("showing") { _, _ in }
    rig.send("lost")
    #expect(lock?.isLocked == true)
    lock = nil
    await rig.store.run()
    rig.send("kept")
    #expect(rig.heard == ["kept"])
  }
}
