import Millrace
import MillraceTesting
import Testing

/// Trying again.
@EffectsHome
struct EffectRetryTests {
  /// A rig whose message `go` runs work that fails as often as asked.
  private func rig(
    failing times: Int, _ log: EffectsLog<String> = EffectsLog(),
    _ change: @escaping (Effect<String>) -> Effect<String>
  ) -> EffectsRig {
    EffectsRig { message in
      guard message == "go" else { return message == "stop" ? .cancel(id: "work") : .none }
      return change(
        .run(in: .concat("line"), id: "work", label: "work") { send in
          log.add("attempt")
          await send("attempt")
          if log.entries.count <= times { throw EffectsFailure("failure \(log.entries.count)") }
          await send("done")
        } catch: {
          "caught \($0)"
        })
    }
  }

  @Test("Work that fails is tried again after the back-off, and keeps id, label, queue and `catch`")
  func retries() async {
    let rig = rig(failing: 2) { $0.retry(3, backoff: .exponential(from: .seconds(1))) }
    rig.send("go", "go")
    #expect(rig.store.effectsInFlight.map(\.queue) == ["line", "line"])
    #expect(rig.store.effectsInFlight.map(\.id) == ["work", "work"])
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(1)])
    rig.clock.jump(by: .seconds(1))
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(3)])
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    // What failed attempts have sent has arrived; the second effect waited for the last attempt of the first.
    #expect(rig.heard == ["go", "go", "attempt", "attempt", "attempt", "done", "attempt", "done"])
    #expect(rig.errors == [])
  }

  @Test("After the last attempt the error goes to `catch`", arguments: [-1, 0, 2])
  func exhausted(count: Int) async {
    let rig = rig(failing: .max) { $0.retry(count) }
    rig.send("go")
    await rig.store.run()
    let attempts = max(count, 0) + 1
    #expect(
      rig.heard == ["go"] + Array(repeating: "attempt", count: attempts) + ["caught failure \(attempts)"])
  }

  @Test("An error that is not worth it is not retried")
  func condition() async {
    let rig = rig(failing: .max) { $0.retry(9) { "\($0)" != "failure 2" } }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "attempt", "attempt", "caught failure 2"])
  }

  @Test("A cancellation ends the wait between attempts, without an error")
  func cancelled() async {
    let rig = rig(failing: .max) { $0.retry(9, backoff: .constant(.seconds(1))) }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    await rig.store.runUntilBodiesReturn()
    #expect(rig.clock.sleepers.isEmpty)
    #expect(rig.heard == ["go", "attempt", "stop"])
    #expect(rig.errors == [])
  }

  @Test("Of a merge, only what has failed is tried again; callback work as well")
  func parts() async {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return Effect<String>.merge(
        .run { await $0("fine") },
        .callback { continuation in
          log.add("begun")
          continuation.send("heard \(log.entries.count)")
          if log.entries.count < 3 { throw EffectsFailure("no") }
        }
      ).retry(5)
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard.filter { $0 == "fine" }.count == 1)
    #expect(rig.heard.filter { $0.hasPrefix("heard") } == ["heard 1", "heard 2", "heard 3"])
    #expect(rig.errors == [])
  }
}
