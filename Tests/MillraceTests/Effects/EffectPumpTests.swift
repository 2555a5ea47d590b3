import Millrace
import MillraceTesting
import Testing

/// Effects of stores that have no home and are pumped by hand.
struct EffectPumpTests {
  @Test("Run takes turns until no effect is in flight, the messages of each in its order")
  func run() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .concatenate(
        .run { send in
          for number in 0..<20 { await send("\(number)") }
        },
        .send("between"),
        .run { _ in
          throw EffectsFailure("torn")
        } catch: {
          "caught \($0)"
        })
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go"] + (0..<20).map { "\($0)" } + ["between", "caught torn"])
    #expect(rig.flow.isIdle)
  }

  @Test("Between pumps nothing happens: what effects send waits for the next one")
  func betweenPumps() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .run(label: "work") { send in
        await send("a")
        await send("b")
      }
    }
    rig.send("go")
    #expect(rig.store.pump() == 0)
    await driver.perform("work")
    #expect(rig.heard == ["go"])
    #expect(!rig.flow.isIdle)
    #expect(rig.store.pump() == 2)
    #expect(rig.heard == ["go", "a", "b"])
    #expect(rig.store.pump() == 0)
    #expect(rig.flow.isIdle)
    #expect(driver.asked == ["work"])
  }

  @Test("Messages come in the order in which the work is performed", arguments: effectsOrders("abc"))
  func anyOrder(order: String) async {
    for pumpsBetween in [true, false] {
      let driver = EffectsScriptedDriver()
      let rig = EffectsRig(driver: driver) { message in
        guard message == "go" else { return .none }
        return .merge("abc".map { name in .run(label: "\(name)") { send in await send("\(name)") } })
      }
      rig.send("go")
      for name in order {
        await driver.perform("\(name)")
        if pumpsBetween { #expect(rig.store.pump() == 1) }
      }
      #expect(rig.store.pump() == (pumpsBetween ? 0 : 3))
      #expect(rig.heard == ["go"] + order.map { "\($0)" })
      #expect(rig.flow.isIdle)
    }
  }

  @Test("Pump counts the turns it takes, with those they lead to")
  func pumpCounts() {
    let rig = EffectsRig { $0 == "go" ? .merge(.send("a"), .send("b")) : .none }
    let sender = rig.store.sender()
    for _ in 0..<3 { sender.send("go") }
    #expect(rig.heard == [])
    #expect(rig.store.pump() == 9)
    #expect(rig.heard == ["go", "go", "go", "a", "b", "a", "b", "a", "b"])
  }

  @Test("A send takes the turns of what was posted before it first")
  func sendAfterPosted() {
    let rig = EffectsRig { _ in .none }
    rig.store.sender().send("posted")
    rig.send("sent")
    #expect(rig.heard == ["posted", "sent"])
  }

  @Test("Pumping inside of a turn does nothing")
  func pumpInside() {
    let rig = EffectsRig { _ in .none }
    let sender = rig.store.sender()
    var pumped: [Int] = []
    let token = rig.store.observe { [flow = rig.flow] state in
      if state.heard == ["go"] { sender.send("posted") }
      pumped.append(flow.pump())
    }
    rig.send("go")
    #expect(pumped.first == 0)
    rig.store.pump()
    #expect(rig.heard == ["go", "posted"])
    #expect(pumped == [0, 0])
    token.cancel()
  }

  @Test("The post handler is called for the first post after a quiet time, on the poster's thread")
  func postHandler() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .run(label: "work") { send in
        await send("a")
        await send("b")
      }
    }
    let calls = EffectsLog<String>()
    rig.flow.setPostHandler { calls.add("call") }
    #expect(calls.entries.isEmpty)
    rig.send("go")
    #expect(calls.entries.isEmpty)
    await driver.perform("work")
    #expect(calls.entries.count == 1)
    rig.store.pump()
    rig.store.sender().send("c")
    rig.store.sender().send("d")
    #expect(calls.entries.count == 2)
    rig.store.pump()
    #expect(rig.heard == ["go", "a", "b", "c", "d"])
    rig.flow.setPostHandler(nil)
    rig.store.sender().send("e")
    #expect(calls.entries.count == 2)
  }

  @Test("A post handler that comes late is notified at once of what waits already")
  func latePostHandler() {
    let rig = EffectsRig { _ in .none }
    let calls = EffectsLog<String>()
    rig.store.sender().send("early")
    rig.flow.setPostHandler { calls.add("call") }
    #expect(calls.entries.count == 1)
    rig.store.pump()
    #expect(rig.heard == ["early"])
  }

  @Test("A message that was posted by an effect is dropped when the effect is cancelled before the pump")
  func cancelledBeforePump() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go": .run(in: .concat("q"), id: "x", label: "work") { send in await send("late") }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    let sender = rig.store.sender()
    sender.send("stop")
    await driver.perform("work")
    #expect(rig.store.pump() == 1)
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.flow.isIdle)
  }

  @Test("Errors of effects are reported when the flow is pumped, not before")
  func errorsAtPump() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .run(label: "bad") { _ in throw EffectsFailure("torn") } }
    rig.send("go")
    await driver.perform("bad")
    #expect(rig.errors == [])
    rig.store.pump()
    #expect(rig.errors.count == 1)
  }

  @Test("Time is no different without a home")
  func time() async {
    let rig = EffectsRig { message in
      message == "go" ? .run(in: .debounce("q", for: .seconds(2))) { send in await send("came") } : .none
    }
    rig.send("go", "go")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(rig.heard == ["go", "go", "came"])
  }

  @Test("A store without a home that ends cancels its effects, and what they post goes nowhere")
  func end() async {
    let driver = EffectsScriptedDriver(.ignores)
    let log = EffectsLog<String>()
    let flow = Flow(driver: driver)
    var store: Store<Int, String>? = Store(0, of: String.self, flow: flow) { _, message in
      log.add(message)
      return message == "go" ? .run(label: "work") { send in await send("late") } : .none
    }
    store?.send("go")
    store = nil
    await driver.perform("work")
    #expect(flow.pump() == 0)
    #expect(log.entries == ["go"])
    #expect(driver.cancelled == ["work"])
  }
}
