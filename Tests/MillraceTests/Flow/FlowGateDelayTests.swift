import Millrace
import MillraceTesting
import Testing

/// Gates that let messages wait for a time.
@EffectsHome
struct FlowGateDelayTests {
  /// Lets each message whose last character is a digit wait for so many seconds, once.
  private func delaying(_ flow: Flow) -> ObservationToken {
    flow.gate("delays") { passage in
      let text = passage.message as? String ?? ""
      return text.last?.wholeNumberValue.map { .delay(.seconds($0)) } ?? .pass
    }
  }

  /// Moves the clock second by second until nothing sleeps, taking the turns of each.
  private func pass(_ seconds: Int, _ rig: EffectsRig) async {
    for _ in 0..<seconds {
      if rig.flow.isIdle { return }
      await rig.clock.waitForSleepers(count: 1)
      let due = rig.clock.sleepers.first?.offset == rig.clock.now.offset + .seconds(1)
      let turns = rig.flow.lastSequence
      rig.clock.jump(by: .seconds(1))
      if due { await eventually(on: rig.clock) { rig.flow.lastSequence != turns } }
    }
  }

  @Test(
    "Delayed messages have their turns when their times have come; those of one time in the order they came")
  func timesAndOrder() async {
    let rig = EffectsRig { _ in .none }
    let gate = delaying(rig.flow)
    rig.send("a3", "b1", "c2", "d1", "e")
    #expect(rig.heard == ["e"])
    #expect(!rig.flow.isIdle)
    await pass(1, rig)
    #expect(rig.heard == ["e", "b1", "d1"])
    await pass(1, rig)
    #expect(rig.heard == ["e", "b1", "d1", "c2"])
    await pass(1, rig)
    #expect(rig.heard == ["e", "b1", "d1", "c2", "a3"])
    #expect(rig.flow.isIdle)
    #expect(rig.clock.sleepers == [])
    gate.cancel()
  }

  @Test("Run waits for delayed messages")
  func runWaits() async {
    let rig = EffectsRig { _ in .none }
    let gate = delaying(rig.flow)
    rig.send("a5")
    let clock = rig.clock
    Task.detached {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(5))
    }
    await rig.store.run()
    #expect(rig.heard == ["a5"])
    gate.cancel()
  }

  @Test("A message that comes back meets only the gates behind the one that had delayed it, as they left it")
  func skipsEarlierGates() async {
    let rig = EffectsRig { _ in .none }
    var asked: [String] = []
    func gate(_ name: String, _ verdict: @escaping (String) -> GateVerdict<any Sendable>) -> ObservationToken
    {
      rig.flow.gate(name) { passage in
        asked.append(name)
        return verdict("\(passage.message)")
      }
    }
    let gates = [
      gate("1") { .change("\($0)1") },
      gate("2") { $0.hasPrefix("go") ? .delay(.seconds(1)) : .pass },
      gate("3") { .change("\($0)3") },
      gate("4") { $0.hasPrefix("go") ? .delay(.seconds(2)) : .pass },
      gate("5") { .change("\($0)5") },
    ]
    rig.send("go")
    #expect(asked == ["1", "2"])
    rig.clock.jump(by: .seconds(1))
    await eventually(on: rig.clock) { asked.count >= 4 }
    #expect(asked == ["1", "2", "3", "4"])
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(asked == ["1", "2", "3", "4", "5"])
    #expect(rig.heard == ["go135"])
    for gate in gates { gate.cancel() }
  }

  @Test("A message that comes back meets gates that were added meanwhile, and the turn keeps its first cause")
  func laterGates() async {
    let rig = EffectsRig { _ in .none }
    let gate = delaying(rig.flow)
    var causes: [Cause] = []
    let tap = rig.flow.tap { causes.append($0.cause) }
    rig.send("a1")
    let later = rig.flow.gate("later") { .change("\($0.message)!") }
    await pass(1, rig)
    #expect(rig.heard == ["a1!"])
    #expect(causes == [.sent])
    for token in [gate, tap, later] { token.cancel() }
  }

  @Test("A gate that ends lets those that wait at it come at their time all the same")
  func gateEnds() async {
    let rig = EffectsRig { _ in .none }
    var gate: ObservationToken? = delaying(rig.flow)
    rig.send("a1")
    gate = nil
    rig.send("b2")
    #expect(rig.heard == ["b2"])
    await pass(1, rig)
    #expect(rig.heard == ["b2", "a1"])
    _ = gate
  }

  @Test("A store's gate may delay too, and other stores do not wait for it")
  func storeGate() async {
    let rig = EffectsRig { _ in .none }
    let other = Store(0, of: String.self, name: "other", flow: rig.flow) { count, _ in
      count += 1
      return .none
    }
    let gate = rig.store.gate("slow") { _ in .delay(.seconds(1)) }
    rig.send("a")
    other.send("b")
    #expect(other.withState { $0 } == 1)
    #expect(rig.heard == [])
    await pass(1, rig)
    #expect(rig.heard == ["a"])
    gate.cancel()
  }

  @Test("No time at all is a delay that ends at once, behind what waits already")
  func zeroDelay() async {
    let rig = EffectsRig { _ in .none }
    let gate = rig.flow.gate("zero") { ($0.message as? String) == "a" ? .delay(.zero) : .pass }
    rig.send("a", "b")
    await rig.store.run()
    #expect(rig.heard == ["b", "a"])
    gate.cancel()
  }

  @Test("An effect whose message is delayed has not ended before that message's turn")
  func delayedEffectMessage() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .concatenate(
        .run(label: "a") { send in
          await send("a3")
          await send("b")
        }, .run(label: "next") { _ in })
    }
    let gate = delaying(rig.flow)
    rig.send("go")
    await driver.perform("a")
    #expect(rig.heard == ["go", "b"])
    #expect(driver.asked == ["a", "timer"])
    rig.clock.jump(by: .seconds(3))
    await driver.perform("timer")
    await driver.perform("wake")
    #expect(rig.heard == ["go", "b", "a3"])
    #expect(driver.asked == ["a", "timer", "wake", "next"])
    await driver.perform("next")
    #expect(rig.flow.isIdle)
    gate.cancel()
  }

  @Test("A delayed message of an effect that is cancelled meanwhile is dropped")
  func delayedAndCancelled() async {
    let rig = EffectsRig { message in
      switch message {
      case "go": .run(in: .concat("q"), id: "x") { send in await send("a3") }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    let gate = delaying(rig.flow)
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    rig.clock.jump(by: .seconds(3))
    await rig.store.run()
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.flow.isIdle)
    gate.cancel()
  }

  @Test("A message whose time comes while the flow is locked waits for the lock")
  func delayAndLock() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .none }
    let gate = delaying(rig.flow)
    rig.send("a1")
    let lock = rig.flow.lock("test")
    rig.send("b")
    rig.clock.jump(by: .seconds(1))
    await driver.perform("timer")
    await driver.perform("wake")
    #expect(rig.heard == [])
    #expect(rig.flow.waitingCount == 2)
    lock.release()
    #expect(rig.heard == ["b", "a1"])
    gate.cancel()
  }
}
