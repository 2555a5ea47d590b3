import Millrace
import MillraceTesting
import Testing

/// Subscriptions start, stay and stop as the state goes on.
@EffectsHome
struct SubscriptionSetTests {
  @Test("The state's first subscriptions start with the store, before any turn")
  func first() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a", "b"]) { source.listen($0) }
    #expect(source.log.entries == ["+a", "+b"])
    withExtendedLifetime(rig) {}
  }

  @Test("What came is started, what left is stopped, what stayed is not touched; stops come before starts")
  func difference() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a", "b"]) { source.listen($0) }
    rig.want("b c")
    #expect(source.log.entries == ["+a", "+b", "-a", "+c"])
    rig.want("b c")
    #expect(source.log.entries.count == 4)
    rig.want("d b c e")
    #expect(source.log.entries.suffix(2) == ["+d", "+e"])
    rig.want("")
    #expect(Set(source.log.entries.suffix(4)) == ["-d", "-b", "-c", "-e"])
    #expect(source.log.entries.count == 10)
  }

  @Test("A changed order of the same subscriptions touches none of them")
  func reordered() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a", "b", "c"]) { source.listen($0) }
    rig.want("c a b")
    rig.want("b c a")
    #expect(source.log.entries == ["+a", "+b", "+c"])
  }

  @Test("Each id starts the body that belongs to it, whatever was there before")
  func rightBody() async {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a", "b"]) { source.listen($0) }
    rig.want("b")
    rig.want("b c")
    source.say("to c", to: "c")
    source.say("to b", to: "b")
    await rig.store.run()
    #expect(source.log.entries == ["+a", "+b", "-a", "+c"])
    #expect(rig.heard == ["to c", "to b"])
  }

  @Test("An id that occurs twice is one subscription, which stops when the last of the two has gone")
  func duplicates() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig(["a", "a"]) { source.listen($0) }
    #expect(source.log.entries == ["+a"])
    rig.want("a b a a")
    rig.want("b a")
    #expect(source.log.entries == ["+a", "+b"])
    rig.want("b")
    #expect(source.log.entries == ["+a", "+b", "-a"])
  }

  @Test("What stays keeps the closure it was started with, whatever the new one captured")
  func keptClosure() async {
    let source = SubscriptionsSource()
    var count = 0
    let rig = SubscriptionsRig(["a"]) { id in
      count += 1
      let number = count
      return .listening(EffectID(id)) { sender in
        source.log.add("started \(number)")
        return {}
      }
    }
    rig.want("a a")
    rig.want("a")
    #expect(count == 4)
    #expect(source.log.entries == ["started 1"])
  }

  @Test("A subscription that comes back starts again")
  func comesBack() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig { source.listen($0) }
    for _ in 0..<3 {
      rig.want("a")
      rig.want("")
    }
    #expect(source.log.entries == ["+a", "-a", "+a", "-a", "+a", "-a"])
  }

  @Test("Subscriptions are compared after each turn, before the observers are notified")
  func afterEachTurn() {
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig { source.listen($0) }
    var seen: [[String]] = []
    let token = rig.store.observe { _ in seen.append(source.log.entries) }
    rig.want("a")
    rig.want("b")
    #expect(seen == [["+a"], ["+a", "-a", "+b"]])
    token.cancel()
  }

  @Test("The end of the store stops all, also on another thread, and what is said later goes nowhere")
  func end() async {
    for elsewhere in [false, true] {
      let source = SubscriptionsSource()
      let parcel = EffectsParcel(SubscriptionsRig(["a", "b"]) { source.listen($0) })
      let flow = parcel.value?.flow
      if elsewhere {
        await Task.detached { parcel.value = nil }.value
      } else {
        parcel.value = nil
      }
      #expect(source.log.entries.sorted() == ["+a", "+b", "-a", "-b"])
      #expect(!source.say("late", to: "a"))
      await flow?.run()
      #expect(flow?.lastSequence == 0)
    }
  }

  @Test("Subscriptions do not keep a flow from being idle")
  func idle() async {
    let rig = SubscriptionsRig(["a"]) { id in
      StoreSubscription(EffectID(id)) { send in try await send.sleep(1_000) }
    }
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.flow.isIdle)
    await rig.store.run()
  }

  @Test("A label is what a subscription is called; its id decides whether it stays")
  func label() {
    let source = SubscriptionsSource()
    var count = 0
    let rig = SubscriptionsRig(["a"]) { id in
      count += 1
      return .listening(EffectID(id), label: "label \(count)") { _ in
        source.log.add("+")
        return {}
      }
    }
    rig.want("a ")
    #expect(source.log.entries == ["+"])
    #expect(StoreSubscription<String>.listening("a", label: "b") { _ in {} }.label == "b")
    #expect(StoreSubscription<String>.listening("a") { _ in {} }.label == nil)
    #expect(StoreSubscription<String>.listening("a") { _ in {} }.id == "a")
  }

  @Test(
    "Over random states: what was started and not stopped is what the state wants, each once",
    arguments: 1...20)
  func law(seed: UInt64) {
    var generator = RandomSource.seeded(seed)
    let source = SubscriptionsSource()
    let rig = SubscriptionsRig { source.listen($0) }
    var states: [String] = []
    for _ in 0..<40 {
      let ids = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        "abcdef".randomElement(using: &generator).map { "\($0)" } ?? ""
      }
      states.append(ids.joined(separator: " "))
      let before = source.log.entries.count
      let old = running(source)
      rig.want(states.last ?? "")
      let changes = source.log.entries.dropFirst(before)
      #expect(running(source) == Set(ids), "seed \(seed), states \(states)")
      #expect(Set(changes).count == changes.count, "seed \(seed), states \(states)")
      #expect(changes.filter { $0.hasPrefix("-") }.allSatisfy { old.contains(String($0.dropFirst())) })
      #expect(changes.filter { $0.hasPrefix("+") }.allSatisfy { !old.contains(String($0.dropFirst())) })
    }
  }

  private func running(_ source: SubscriptionsSource) -> Set<String> {
    source.log.entries.reduce(into: []) { running, entry in
      let id = String(entry.dropFirst())
      if entry.hasPrefix("+") {
        #expect(running.insert(id).inserted, "started twice")
      } else {
        #expect(running.remove(id) != nil, "stopped without a start")
      }
    }
  }
}
