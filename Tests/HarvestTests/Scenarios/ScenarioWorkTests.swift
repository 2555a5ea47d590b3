import Harvest
import MillraceTesting
import Testing

/// The work of one input.
@MainActor
@Suite struct ScenarioWorkTests {
  /// A machine whose inputs `name…` ask for an effect that sleeps a second and sends the rest.
  private func rig() -> ScenarioRig {
    ScenarioRig { $0.count > 1 ? scenarioWait(1, String($0.dropFirst())) : .empty }
  }

  @Test("The work of an input is over with the effects that it led to, and with those of their inputs")
  func finish() async {
    let rig = rig()
    let work = rig.harvester.send("abc")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(500))
    rig.harvester.send("vwxyz")
    let waiting = Task {
      await work.finish()
      return rig.heard
    }
    for _ in 0..<3 {
      await rig.clock.waitForSleepers(count: 2)
      rig.clock.jump(by: .milliseconds(500))
    }
    #expect(await waiting.value == ["abc", "vwxyz", "bc", "wxyz", "c"])
    #expect(rig.harvester.store.effectsInFlight.count == 1)
  }

  @Test("To cancel the work of an input drops its effects, and those of no other input")
  func cancel() async {
    let rig = rig()
    let work = rig.harvester.send("ab")
    rig.harvester.send("xy")
    await rig.clock.waitForSleepers(count: 2)
    work.cancel()
    #expect(rig.harvester.store.effectsInFlight.count == 1)
    await rig.settle(1)
    #expect(rig.heard == ["ab", "xy", "y"])
  }

  @Test("An input with a bound is not taken while as many wait")
  func bounded() async {
    let rig = rig()
    let sender = rig.harvester.sender()
    let lock = rig.harvester.store.flow.lock("test")
    #expect(["a", "b", "c"].map { sender.send($0, limit: 2) } == [.accepted, .accepted, .full])
    lock.release()
    await rig.harvester.run()
    #expect(rig.heard == ["a", "b"])
    #expect(sender.send("c", limit: 1) == .accepted)
    await rig.harvester.run()
  }

  @Test("The work of a rejected input, and of an input after the end, is over at once")
  func nothing() async {
    let rig = rig()
    await rig.harvester.send("no").finish()
    rig.harvester.finish()
    await rig.harvester.send("ab").finish()
    #expect(rig.heard == [])
  }
}
