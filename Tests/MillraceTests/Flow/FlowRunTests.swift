import Millrace
import MillraceTesting
import Testing

/// Being idle, and waiting for it.
@EffectsHome
struct FlowRunTests {
  /// Waits in `run` on a task of its own, in this isolation.
  private func waiter(_ rig: EffectsRig, _ log: EffectsLog<String> = EffectsLog()) -> Task<Void, Never> {
    let flow = EffectsParcel(rig.flow)
    return Task {
      log.add("waits")
      await flow.value?.run()
      log.add("returned")
    }
  }

  /// Lets a waiter get as far as it comes.
  private func begun(_ log: EffectsLog<String>) async {
    await eventually { !log.entries.isEmpty }
  }

  @Test("A flow on which nothing happened is idle, and run returns at once")
  func fresh() async {
    let rig = EffectsRig { _ in .none }
    #expect(rig.flow.isIdle)
    await rig.store.run()
    await rig.flow.run()
    #expect(rig.flow.lastSequence == 0)
  }

  @Test("Not idle: in a turn, with a message that waits, with one that was posted")
  func messages() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .none }
    var inside: Bool?
    let token = rig.store.observe { [unowned flow = rig.flow] _ in inside = flow.isIdle }
    rig.send("a")
    #expect(inside == false)
    #expect(rig.flow.isIdle)
    let lock = rig.flow.lock("test")
    #expect(rig.flow.isIdle)
    rig.send("b")
    #expect(!rig.flow.isIdle)
    lock.release()
    #expect(rig.flow.isIdle)
    rig.store.sender().send("c")
    #expect(!rig.flow.isIdle)
    await driver.perform("wake")
    #expect(rig.flow.isIdle)
    token.cancel()
  }

  @Test("Not idle: while an effect runs, waits in its queue, or is a step still to come")
  func effects() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in
      .concatenate(
        .merge(.run(in: .concat("q"), label: "a") { _ in }, .run(in: .concat("q"), label: "b") { _ in }),
        .run(label: "c") { _ in })
    }
    rig.send("go")
    for name in ["a", "b", "c"] {
      #expect(!rig.flow.isIdle)
      await driver.perform(name)
    }
    #expect(rig.flow.isIdle)
  }

  @Test("Run returns when its task is cancelled, though an effect is still under way")
  func cancelledRun() async {
    let door = EffectsLatch()
    let rig = EffectsRig { $0 == "go" ? .run { _ in await door.wait() } : .none }
    rig.send("go")
    let log = EffectsLog<String>()
    let waiter = waiter(rig, log)
    await begun(log)
    waiter.cancel()
    await waiter.value
    #expect(!rig.flow.isIdle)
    door.open()
    await rig.store.run()
    #expect(rig.flow.isIdle)
  }

  @Test("Run in a task that was cancelled before takes the turns that wait, and returns")
  func cancelledBefore() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { $0 == "posted" ? .run(label: "work") { _ in } : .none }
    rig.store.sender().send("posted")
    let waiter = waiter(rig)
    waiter.cancel()
    await waiter.value
    #expect(rig.heard == ["posted"])
    #expect(!rig.flow.isIdle)
  }

  @Test("A turn at home that cancels the last effect lets run return")
  func cancelledEffect() async {
    let rig = EffectsRig { message in
      message == "go" ? .run(id: "x") { send in try await send.sleep(1_000) } : .cancel(id: "x")
    }
    rig.send("go")
    let log = EffectsLog<String>()
    let waiter = waiter(rig, log)
    await begun(log)
    await rig.clock.waitForSleepers(count: 1)
    #expect(log.entries == ["waits"])
    rig.send("stop")
    await waiter.value
    #expect(rig.flow.isIdle)
  }

  @Test("A turn at home that drops the last waiting effect lets run return")
  func droppedEffect() async {
    let rig = EffectsRig { message in
      message == "go" ? .run(in: .debounce("q", for: .seconds(9)), id: "x") { _ in } : .cancel(id: "x")
    }
    rig.send("go")
    let log = EffectsLog<String>()
    let waiter = waiter(rig, log)
    await begun(log)
    rig.send("stop")
    await waiter.value
    #expect(rig.flow.isIdle)
  }

  @Test("All who wait in run return when the flow is idle; the cancellation of one leaves the others waiting")
  func severalWaiters() async {
    let door = EffectsLatch()
    let rig = EffectsRig {
      $0 == "go"
        ? .run { send in
          await door.wait()
          await send("came")
        } : .none
    }
    rig.send("go")
    let logs = (0..<3).map { _ in EffectsLog<String>() }
    let waiters = logs.map { waiter(rig, $0) }
    for log in logs { await begun(log) }
    waiters[0].cancel()
    await waiters[0].value
    #expect(logs[1].entries == ["waits"] && logs[2].entries == ["waits"])
    door.open()
    for waiter in waiters { await waiter.value }
    #expect(rig.heard == ["go", "came"])
    #expect(rig.flow.isIdle)
  }

  @Test("With a lock held, run returns when nothing but turns is left to do")
  func lockedRun() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .concatenate(
        .run { send in
          try await send.sleep(1)
          await send("came")
        }, .send("after"))
    }
    rig.send("go")
    let lock = rig.flow.lock("test")
    rig.send("waits")
    let clock = rig.clock
    Task.detached {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(rig.heard == ["go"])
    #expect(rig.flow.waitingCount == 2)
    lock.release()
    #expect(rig.heard == ["go", "waits", "came", "after"])
    await rig.store.run()
    #expect(rig.flow.isIdle)
  }

  @Test("With a lock held, run still waits for the clock")
  func lockedTimer() async {
    let rig = EffectsRig { message in
      message == "go" ? .run(in: .debounce("q", for: .seconds(1))) { send in await send("came") } : .none
    }
    rig.send("go")
    let lock = rig.flow.lock("test")
    let clock = rig.clock
    Task.detached {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(rig.flow.waitingCount == 1)
    lock.release()
    #expect(rig.heard == ["go", "came"])
  }

  @Test("Run takes what is posted while it waits, and waits for the effects of that too")
  func postedMeanwhile() async {
    let door = EffectsLatch()
    let rig = EffectsRig { message in
      switch message {
      case "go": .run { _ in await door.wait() }
      case "posted":
        .run { send in
          await send("came")
          door.open()
        }
      default: .none
      }
    }
    rig.send("go")
    let sender = rig.store.sender()
    Task.detached { sender.send("posted") }
    await rig.store.run()
    #expect(rig.heard == ["go", "posted", "came"])
  }

  @Test("Run waits for the effects of all stores of the flow")
  func allStores() async {
    let rig = EffectsRig { _ in .none }
    let other = Store([String](), of: String.self, flow: rig.flow) { state, message in
      state.append(message)
      return message == "go" ? .run { send in await send("came") } : .none
    }
    other.send("go")
    await rig.store.run()
    #expect(other.withState { $0 } == ["go", "came"])
  }
}
