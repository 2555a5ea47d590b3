import Millrace
import MillraceTesting
import Testing

/// Debounce and throttle on the environment's clock.
@EffectsHome
struct EffectTimeTests {
  /// Each message of one letter asks for an effect in `queue` that answers with the letter twice.
  private func rig(_ queue: EffectQueue) -> EffectsRig {
    EffectsRig { message in
      if message == "stop" { return .cancel { _ in true } }
      guard message.count == 1 else { return .none }
      return .run(in: queue, id: EffectID(message)) { send in await send(message + message) }
    }
  }

  private func answers(_ rig: EffectsRig) -> [String] { rig.heard.filter { $0.count == 2 } }

  /// Waits for the store's timer, then moves the clock.
  private func pass(_ seconds: Int, _ rig: EffectsRig) async {
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(seconds))
  }

  @Test("Debounce: the last of several starts, once there was quiet for the time")
  func debounce() async {
    let rig = rig(.debounce("q", for: .seconds(3)))
    rig.send("a")
    await pass(2, rig)
    rig.send("b")
    await pass(2, rig)
    #expect(answers(rig) == [])
    #expect(!rig.flow.isIdle)
    await pass(1, rig)
    await rig.store.run()
    #expect(answers(rig) == ["bb"])
    rig.send("c")
    await pass(3, rig)
    await rig.store.run()
    #expect(answers(rig) == ["bb", "cc"])
    #expect(rig.clock.sleepers == [])
  }

  @Test("Debounce: when a newer one is asked for, an earlier one that still runs is cancelled")
  func debounceCancelsAtOnce() async {
    let rig = EffectsRig { message in
      guard message.count == 1 else { return .none }
      return .run(in: .debounce("q", for: .seconds(3))) { send in
        try await send.sleep(2)
        await send("\(message) is over")
      }
    }
    rig.send("a")
    await pass(3, rig)
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(5)] }
    rig.send("b")
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(6)] }
    // The answer of a would have come while b still waits.
    rig.clock.jump(by: .seconds(2))
    await pass(1, rig)
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(8)] }
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(rig.heard == ["a", "b", "b is over"])
  }

  @Test("Debounce that lets run: when a newer one starts, an earlier one that still runs is cancelled")
  func debounceCancels() async {
    let rig = EffectsRig { message in
      guard message.count == 1 else { return .none }
      return .run(in: .debounce("q", for: .seconds(1), cancelsRunning: false)) { send in
        try await send.sleep(10)
        await send("\(message) is over")
      }
    }
    rig.send("a")
    await pass(1, rig)
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(11)])
    rig.send("b")
    await rig.clock.waitForSleepers(count: 2)
    rig.clock.jump(by: .seconds(1))
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(12)] }
    rig.clock.jump(by: .seconds(10))
    await rig.store.run()
    #expect(rig.heard == ["a", "b", "b is over"])
  }

  @Test("Debounce: cancelled while it waits, an effect never starts and the store is idle")
  func debounceCancelled() async {
    let rig = rig(.debounce("q", for: .seconds(3)))
    rig.send("a", "stop")
    #expect(rig.flow.isIdle)
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(3))
    rig.send("b")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(3))
    await rig.store.run()
    #expect(answers(rig) == ["bb"])
  }

  @Test("Throttle with the latest: the first at once, then the newest at each window's end")
  func throttleLatest() async {
    let rig = rig(.throttle("q", for: .seconds(3)))
    rig.send("a")
    await rig.store.run()
    #expect(answers(rig) == ["aa"])
    rig.send("b", "c", "d")
    await rig.clock.waitForSleepers(count: 1)
    #expect(answers(rig) == ["aa"])
    await pass(3, rig)
    await rig.store.run()
    #expect(answers(rig) == ["aa", "dd"])
    rig.send("e")
    await pass(3, rig)
    await rig.store.run()
    #expect(answers(rig) == ["aa", "dd", "ee"])
    await pass(3, rig)
    await eventually(on: rig.clock) { rig.clock.sleepers == [] }
    await rig.store.run()
    rig.send("f")
    await rig.store.run()
    #expect(answers(rig) == ["aa", "dd", "ee", "ff"])
  }

  @Test("Throttle with the first: the first at once, then the first of each window at its end")
  func throttleFirst() async {
    let rig = rig(.throttle("q", for: .seconds(3), latest: false))
    rig.send("a", "b", "c", "d")
    await pass(3, rig)
    await rig.store.run()
    #expect(answers(rig) == ["aa", "bb"])
    await pass(2, rig)
    rig.send("e", "f")
    await pass(1, rig)
    await rig.store.run()
    #expect(answers(rig) == ["aa", "bb", "ee"])
  }

  @Test("Two queues with times of their own share the store's timer, whichever asks first")
  func twoQueues() async {
    let rig = EffectsRig { message in
      switch message {
      case "slow": .run(in: .debounce("slow", for: .seconds(5))) { send in await send("slow came") }
      case "quick": .run(in: .debounce("quick", for: .seconds(2))) { send in await send("quick came") }
      default: .none
      }
    }
    rig.send("slow", "quick")
    await pass(2, rig)
    await eventually(on: rig.clock) { rig.heard.last == "quick came" }
    await pass(3, rig)
    await rig.store.run()
    #expect(rig.heard == ["slow", "quick", "quick came", "slow came"])
  }

  @Test("A gate's delay that is shorter than a queue's time does not make the queue forget its own")
  func delayBeforeQueue() async {
    let rig = EffectsRig { message in
      message == "search" ? .run(in: .debounce("q", for: .seconds(5))) { send in await send("found") } : .none
    }
    let gate = rig.flow.gate("slow") { passage in
      (passage.message as? String) == "later" ? .delay(.seconds(2)) : .pass
    }
    rig.send("search", "later")
    await pass(2, rig)
    await eventually(on: rig.clock) { rig.heard.last == "later" }
    await pass(3, rig)
    await rig.store.run()
    #expect(rig.heard == ["search", "later", "found"])
    gate.cancel()
  }

  @Test("A queue's time that is shorter than a gate's delay does not make the gate forget its own")
  func queueBeforeDelay() async {
    let rig = EffectsRig { message in
      message == "search" ? .run(in: .debounce("q", for: .seconds(2))) { send in await send("found") } : .none
    }
    let gate = rig.flow.gate("slow") { passage in
      (passage.message as? String) == "later" ? .delay(.seconds(5)) : .pass
    }
    rig.send("later", "search")
    await pass(2, rig)
    await eventually(on: rig.clock) { rig.heard.last == "found" }
    await pass(3, rig)
    await rig.store.run()
    #expect(rig.heard == ["search", "found", "later"])
    gate.cancel()
  }
}
