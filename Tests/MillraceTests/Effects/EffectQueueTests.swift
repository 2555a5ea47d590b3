import Millrace
import MillraceTesting
import Testing

/// Queues without time, through the live driver; bodies take their time on a clock that is moved by hand.
@EffectsHome
struct EffectQueueTests {
  /// Each message of two letters asks for an effect: `a3` for one that sleeps three seconds and answers `a`.
  private func rig(_ queue: EffectQueue, log: EffectsLog<String> = EffectsLog()) -> EffectsRig {
    EffectsRig { message in
      if message.hasPrefix("-") { return .cancel(id: EffectID(String(message.dropFirst()))) }
      guard message.count == 2, let seconds = message.last?.wholeNumberValue else { return .none }
      let name = String(message.prefix(1))
      return .run(in: queue, id: EffectID(name), label: EffectLabel(name)) { send in
        log.add("+\(name)")
        do { try await send.sleep(seconds) } catch { return log.add("!\(name)") }
        log.add("-\(name)")
        await send(name)
      }
    }
  }

  private func answers(_ rig: EffectsRig) -> [String] { rig.heard.filter { $0.count == 1 } }

  /// Moves the clock second by second, waiting each time until so many bodies sleep.
  private func pass(_ rig: EffectsRig, sleepers: [Int]) async {
    for count in sleepers {
      rig.clock.jump(by: .seconds(1))
      await rig.clock.waitForSleepers(count: count)
    }
  }

  @Test("Merge: all start at once and answer when they are ready")
  func merge() async {
    let rig = rig(.merge("q"))
    rig.send("a3", "b1", "c2")
    await rig.clock.waitForSleepers(count: 3)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(1), .seconds(2), .seconds(3)])
    await rig.clock.advance(by: .seconds(3)) {
      // Until the woken one has answered: one more answer for each sleeper gone.
      await eventually(on: rig.clock) { 3 - rig.clock.sleepers.count == answers(rig).count }
    }
    await rig.store.run()
    #expect(answers(rig) == ["b", "c", "a"])
  }

  @Test("Concat: one at a time, in the order of the requests, however long each takes")
  func concat() async {
    let log = EffectsLog<String>()
    let rig = rig(.concat("q"), log: log)
    rig.send("a3", "b1", "c2")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(3)])
    rig.clock.jump(by: .seconds(3))
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(4)])
    rig.clock.jump(by: .seconds(1))
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(log.entries == ["+a", "-a", "+b", "-b", "+c", "-c"])
    #expect(answers(rig) == ["a", "b", "c"])
  }

  @Test("Concurrent: never more than the bound run, and all run in the end", arguments: [1, 2, 3])
  func concurrent(bound: Int) async {
    let log = EffectsLog<String>()
    let rig = rig(.concurrent("q", max: bound), log: log)
    for name in "abcdef" { rig.send("\(name)1") }
    for _ in 0..<(6 / bound) {
      await rig.clock.waitForSleepers(count: bound)
      #expect(rig.clock.sleepers.count == bound)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    var running = 0
    for entry in log.entries {
      running += entry.hasPrefix("+") ? 1 : -1
      #expect(running <= bound)
    }
    #expect(log.entries.filter { $0.hasPrefix("+") } == ["+a", "+b", "+c", "+d", "+e", "+f"] || bound > 1)
    #expect(answers(rig).sorted() == ["a", "b", "c", "d", "e", "f"])
  }

  @Test(
    "A cancelled body that is slow to end keeps its place until it has ended, and the next begins then",
    arguments: [EffectQueue.concat("q"), .concurrent("q", max: 1)])
  func slowToEnd(queue: EffectQueue) async {
    let door = EffectsLatch()
    let inside = EffectsLatch()
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      switch message {
      case "slow":
        .run(in: queue, id: "slow") { send in
          inside.open()
          await door.wait()
          log.add("slow ends")
          await send("late")
        }
      case "next":
        .run(in: queue) { send in
          log.add("next begins")
          await send("from next")
        }
      case "stop": .cancel(id: "slow")
      default: .none
      }
    }
    rig.send("slow", "next")
    await inside.wait()
    rig.send("stop")
    #expect(!rig.flow.isIdle)
    await rig.clock.advance(by: .seconds(1))
    #expect(log.entries == [])
    door.open()
    await rig.store.run()
    #expect(log.entries == ["slow ends", "next begins"])
    #expect(rig.heard == ["slow", "next", "stop", "from next"])
    #expect(rig.errors == [])
  }

  @Test("Latest: a new one cancels the one that runs, whose late answer never arrives")
  func latest() async {
    let log = EffectsLog<String>()
    let rig = rig(.latest("q"), log: log)
    rig.send("a5")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(2))
    rig.send("b5")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(7)])
    rig.clock.jump(by: .seconds(5))
    await rig.store.run()
    #expect(answers(rig) == ["b"])
    #expect(rig.errors == [])
  }

  @Test("Latest: of many requests in one turn only the last answers")
  func latestOfMany() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .merge((0..<100).map { number in .run(in: .latest("q")) { send in await send("\(number)") } })
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "99"])
  }

  @Test("Exhaust: while one runs, new ones are dropped; when it has ended, the next starts")
  func exhaust() async {
    let rig = rig(.exhaust("q"))
    rig.send("a2", "b1")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(2)])
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    rig.send("c1")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(answers(rig) == ["a", "c"])
    #expect(rig.errors == [])
  }

  @Test("A full queue refuses the newest, and says which one and what to do")
  func refuseNewest() async {
    let rig = rig(.concat("q").capacity(1))
    rig.send("a1", "b1", "c1")
    #expect(
      rig.errors == [
        """
        The queue `q (concat)` of the store `store` already has 1 waiting effects, which is its capacity, so `c` was \
        dropped. Raise the capacity, or request fewer effects.
        """
      ])
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(answers(rig) == ["a", "b"])
  }

  @Test("A full queue that drops the oldest lets the new one wait in its place")
  func dropOldest() async {
    let rig = rig(.concurrent("q", max: 1).capacity(1, overflow: .dropOldest))
    rig.send("a1", "b1", "c1")
    #expect(rig.errors.count == 1)
    #expect(rig.errors.first?.contains("so `b` was dropped") == true)
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(answers(rig) == ["a", "c"])
  }

  @Test("A capacity of nothing lets none wait", arguments: [QueuePolicy.Overflow.refuseNewest, .dropOldest])
  func noRoom(overflow: QueuePolicy.Overflow) async {
    let rig = rig(.concat("q").capacity(0, overflow: overflow))
    rig.send("a1", "b1")
    #expect(rig.errors.first?.contains("so `b` was dropped") == true)
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(answers(rig) == ["a"])
  }

  @Test("A waiting effect that is cancelled never begins, and its place in line is free")
  func cancelledWaiting() async {
    let log = EffectsLog<String>()
    let rig = rig(.concat("q").capacity(1), log: log)
    rig.send("a1", "b1", "-b", "c1")
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(log.entries == ["+a", "-a", "+c", "-c"])
    #expect(rig.errors == [])
  }

  @Test("Queues of two names do not meet, and neither do the same names of two stores")
  func separateQueues() async {
    let clock = ManualClock()
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    func store() -> Store<EffectsState, String> {
      Store(EffectsState(), of: String.self, flow: flow) { state, message in
        state.heard.append(message)
        return .run(in: .concat(EffectID(message))) { send in try await send.sleep(1) }
      }
    }
    let one = store()
    let two = store()
    one.send("a")
    one.send("b")
    two.send("a")
    await clock.waitForSleepers(count: 3)
    clock.jump(by: .seconds(1))
    await flow.run()
    #expect(flow.isIdle)
  }

  @Test("The policy of the first effect rules a queue while effects are in it, whatever later ones carry")
  func rulingPolicy() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "one": .run(in: .concat("q"), label: "one") { _ in }
      case "two": .run(in: .latest("q"), id: "two", label: "two") { send in await send("from two") }
      case "three": .run(in: .exhaust("q"), label: "three") { send in await send("from three") }
      case "stop": .cancel(id: "two")
      default: .none
      }
    }
    rig.send("one", "two", "three")
    #expect(driver.asked == ["one"])
    await driver.perform("one")
    #expect(driver.asked == ["one", "two"])
    rig.send("stop")
    #expect(driver.asked == ["one", "two"])
    await driver.perform("two")
    #expect(driver.asked == ["one", "two", "three"])
    await driver.perform("three")
    #expect(rig.flow.isIdle)
    #expect(rig.heard == ["one", "two", "three", "stop", "from three"])
  }
}
