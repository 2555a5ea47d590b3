import Millrace
import MillraceTesting
import Testing

/// Subscriptions that are called back.
@EffectsHome
struct SubscriptionCallbackTests {
  @Test("What the sender is given comes as turns, in order, also from other threads")
  func sends() async {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a"]) { source.listen($0) }
    await Task.detached {
      for number in 0..<100 { #expect(source.say("\(number)", to: "a")) }
    }.value
    await rig.store.run()
    #expect(rig.heard == (0..<100).map { "\($0)" })
  }

  @Test("Start is called at the home inside of the turn; what it sends there has its turn later")
  func sendsInStart() async {
    let rig = SubscriptionsRig { id in
      .listening(EffectID(id)) { sender in
        EffectsHome.shared.assertIsolated()
        sender.send(">at start")
        return {}
      }
    }
    var inTurn: [[String]] = []
    let token = rig.store.observe { inTurn.append($0.heard) }
    rig.want("a")
    #expect(inTurn.first == [])
    await rig.store.run()
    #expect(rig.heard == ["at start"])
    token.cancel()
  }

  @Test(
    "A start that throws is an error under the label or id; the id counts as there, and is not tried again")
  func startThrows() {
    let log = EffectsLog<String>()
    let rig = SubscriptionsRig(["a"]) { id in
      .listening(EffectID(id), label: id == "b" ? "named" : nil) { _ in
        log.add("+\(id)")
        throw EffectsFailure("no \(id)")
      }
    }
    #expect(rig.errors.count == 1)
    rig.want("a b")
    rig.want("b a")
    #expect(log.entries == ["+a", "+b"])
    #expect(rig.errors.count == 2)
    #expect(rig.errors.first?.contains("`a` of the store `store` failed and has ended: no a.") == true)
    #expect(
      rig.errors.last?.contains("`named` of the store `store` failed and has ended: no b.") == true)
    rig.want("")
    rig.want("a")
    #expect(log.entries == ["+a", "+b", "+a"])
  }

  @Test("What is sent after the stop is dropped, also when the id has been started again")
  func afterStop() async {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a"]) { source.listen($0) }
    rig.want("")
    source.say("late", to: "a")
    await rig.store.run()
    rig.want("a")
    source.sayToFirst("later", "a")
    source.say("in time", to: "a")
    await rig.store.run()
    #expect(rig.heard == ["in time"])
  }

  @Test("What was sent before the stop and has not had its turn is dropped")
  func waitingAtStop() async {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a"], driver: EffectsScriptedDriver()) { source.listen($0) }
    let lock = rig.flow.lock("test")
    rig.want("b")
    source.say("too late", to: "a")
    rig.store.pump()
    #expect(rig.flow.waitingCount == 2)
    lock.release()
    #expect(rig.heard == [])
    #expect(source.log.entries == ["+a", "-a", "+b"])
  }

  @Test("Stop is called once for each start")
  func stopOnce() {
    let source = SubscriptionsSource()
    var rig: SubscriptionsRig? = SubscriptionsRig(["a"]) { source.listen($0) }
    rig?.want("")
    rig?.want("b")
    rig = nil
    #expect(source.log.entries == ["+a", "-a", "+b", "-b"])
  }

  @Test("A callback without a home posts, and the pump takes its turns")
  nonisolated func pumped() async {
    let source = SubscriptionsSource()
    let parcel = EffectsParcel<SubscriptionsRig>(nil)
    await Task.detached {
      let rig = SubscriptionsRig(["a"]) { source.listen($0) }
      source.say("posted", to: "a")
      #expect(rig.heard == [])
      #expect(rig.store.pump() == 1)
      #expect(rig.heard == ["posted"])
      parcel.value = rig
    }.value
    #expect(source.log.entries == ["+a"])
    parcel.value = nil
    #expect(source.log.entries == ["+a", "-a"])
  }
}
