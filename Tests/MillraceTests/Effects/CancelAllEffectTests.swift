import Millrace
import MillraceTesting
import Testing

/// Cancelling everything.
@EffectsHome
struct CancelAllEffectTests {
  private func sleeper(
    _ name: String, id: EffectID? = nil, in queue: EffectQueue? = nil
  ) -> Effect<String> {
    .run(in: queue, id: id, label: EffectLabel(name)) { send in
      try await send.sleep(1)
      await send("\(name) is over")
    }
  }

  @Test("Everything that runs is cancelled, with ids and without, in queues and outside")
  func running() async throws {
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .merge(
          sleeper("a"), sleeper("b", id: "b"), sleeper("c", in: .concat("q")),
          sleeper("d", id: "d", in: .latest("r")))
      case "stop": .cancelAll
      default: .none
      }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 4)
    rig.send("stop")
    try await rig.clock.waitUntil { rig.clock.sleepers.isEmpty }
    rig.clock.jump(by: .seconds(5))
    await rig.store.run()
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.errors == [])
  }

  @Test(
    "What waits in a queue never begins, and the queue is free for what comes after",
    arguments: [EffectQueue.concat("q"), .concurrent("q", max: 1), .debounce("q", for: .seconds(1))])
  func waiting(queue: EffectQueue) async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "one", "two": .run(in: queue, label: EffectLabel(message)) { _ in }
      case "stop": .cancelAll
      case "next": .run(in: .concat("q"), label: "next") { send in await send("from next") }
      default: .none
      }
    }
    rig.send("one", "two", "stop")
    // One that had begun keeps its place until its body has ended.
    await driver.perform("one")
    #expect(rig.flow.isIdle)
    #expect(!driver.open.contains("one") && !driver.open.contains("two"))
    rig.send("next")
    await driver.perform("next")
    #expect(rig.heard == ["one", "two", "stop", "next", "from next"])
    #expect(!driver.asked.contains("two"))
    #expect(rig.flow.isIdle)
  }

  @Test("Later steps of sequences never begin, whatever their first step was doing")
  func sequences() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go":
        .merge(
          .concatenate(.run(label: "first") { _ in }, .send("second"), .run(label: "third") { _ in }),
          .concatenate(
            .merge(.run(label: "left") { _ in }, .concatenate(.run(label: "right") { _ in }, .send("inner"))),
            .send("outer")))
      case "stop": .cancelAll
      default: .none
      }
    }
    rig.send("go")
    #expect(driver.open == ["first", "left", "right"])
    rig.send("stop")
    for name in ["first", "left", "right"] { await driver.perform(name) }
    #expect(rig.flow.isIdle)
    #expect(rig.heard == ["go", "stop"])
    #expect(driver.asked == ["first", "left", "right"])
  }

  @Test("In one turn it reaches what was asked for before it, not what comes after")
  func order() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .merge(
        .run(label: "before") { send in await send("before") }, .cancelAll,
        .run(label: "after") { send in await send("after") })
    }
    rig.send("go")
    #expect(driver.cancelled == ["before"])
    await driver.perform("after")
    #expect(rig.heard == ["go", "after"])
    #expect(rig.flow.isIdle)
  }

  @Test("A store that has nothing to cancel does not mind, and another store keeps its effects")
  func elsewhere() async {
    let driver = EffectsScriptedDriver()
    let flow = Flow(driver: driver)
    func store(_ name: String) -> Store<EffectsState, String> {
      Store(EffectsState(), of: String.self, name: name, flow: flow) { state, message in
        state.heard.append(message)
        return message == "go"
          ? .run(label: EffectLabel(name)) { send in await send("came") }
          : message == "stop" ? .cancelAll : .none
      }
    }
    let (one, two) = (store("one"), store("two"))
    one.send("stop")
    one.send("go")
    two.send("go")
    one.send("stop")
    #expect(driver.cancelled == ["one"])
    await driver.perform("two")
    #expect(two.withState { $0.heard } == ["go", "came"])
  }

  @Test("It says what it is, and stays so when mapped and when put together")
  func outline() {
    let effect = Effect<Int>.merge(.send(1), .cancelAll)
    #expect(effect.outline == [.message("1"), .cancelAll])
    #expect(effect.map { "\($0)" }.outline == [.message("1"), .cancelAll])
    #expect(Effect<Int>.cancelAll.mapID { _ in nil }.outline == [.cancelAll])
    #expect("\(EffectOutline.cancelAll)" == "cancel everything")
    #expect(
      Effect<Int>.concatenate(.cancelAll, .send(2)).outline == [.sequence([[.cancelAll], [.message("2")]])])
  }

  @Test("As a step of a sequence it ends that sequence, too")
  func step() async {
    let rig = EffectsRig { message in
      message == "go" ? .concatenate(.send("before"), .cancelAll, .send("after")) : .none
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "before"])
    #expect(rig.flow.isIdle)
  }
}
