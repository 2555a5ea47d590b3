import Millrace
import MillraceTesting
import Testing

/// A message in each interval.
@EffectsHome
struct SubscriptionEveryTests {
  private func rig(_ interval: Duration, missed: MissedTicks = .skip) -> SubscriptionsRig {
    SubscriptionsRig(["tick"]) { id in
      .every(interval, id: EffectID(id), missedTicks: missed) { ">tick" }
    }
  }

  /// Moves the clock to its next sleeper and waits until that sleeps again.
  private func step(_ rig: SubscriptionsRig) async {
    let count = rig.heard.count
    await rig.clock.waitForSleepers(count: 1)
    if let next = rig.clock.sleepers.first { rig.clock.jump(to: next) }
    await eventually(on: rig.clock) { rig.heard.count != count }
    await rig.clock.waitForSleepers(count: 1)
  }

  @Test("The first message comes after one interval, the next after one more each")
  func ticks() async {
    let rig = rig(.milliseconds(300))
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard == [])
    for number in 1...5 {
      #expect(rig.clock.sleepers.map(\.offset) == [.milliseconds(300 * number)])
      await step(rig)
      #expect(rig.heard.count == number)
    }
  }

  @Test("Times do not drift: a late wake-up is followed by the next full interval from the start")
  func noDrift() async {
    let rig = rig(.seconds(1))
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(1_400))
    await eventually(on: rig.clock) { rig.heard.count >= 1 }
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(2)])
  }

  @Test("Ticks that were slept through are skipped: one message, and the next at the next full interval")
  func skips() async {
    let rig = rig(.seconds(1))
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(3_500))
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(4)] }
    #expect(rig.heard == ["tick"])
    // 300 at once, as after three seconds in a debugger at 10 ms.
    rig.clock.jump(by: .seconds(300))
    await eventually(on: rig.clock) { rig.clock.sleepers.map(\.offset) == [.seconds(304)] }
    #expect(rig.heard == ["tick", "tick"])
  }

  @Test("Ticks that were slept through each have their message when that is asked for")
  func catchesUp() async {
    let rig = rig(.seconds(1), missed: .deliver)
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(3_500))
    await eventually(on: rig.clock) { rig.heard.count >= 3 }
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard.count == 3)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(4)])
  }

  @Test("It counts from its own start, not from the store's")
  func ownStart() async {
    let rig = SubscriptionsRig { id in .every(.seconds(1), id: EffectID(id)) { ">tick" } }
    rig.clock.jump(by: .milliseconds(700))
    rig.want("tick")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.milliseconds(1_700)])
  }

  @Test("Stopped, it sends no more and leaves no sleeping task")
  func stop() async {
    let rig = rig(.seconds(1))
    await step(rig)
    rig.want("")
    #expect(rig.clock.sleepers == [])
    rig.clock.jump(by: .seconds(10))
    await rig.store.run()
    #expect(rig.heard == ["tick"])
    #expect(rig.errors == [])
  }

  @Test(
    "An interval that is not above zero is reported, and sends nothing",
    arguments: [Duration.zero, .seconds(-2)])
  func badInterval(interval: Duration) async {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["tick"], driver: driver) { id in
      .every(interval, id: EffectID(id)) { ">tick" }
    }
    await driver.perform("tick")
    #expect(rig.heard == [])
    #expect(rig.errors.count == 1)
    #expect(
      rig.errors.first?.contains(
        "`tick` of the store `store` failed and has ended: A timer with an interval of \(interval) is invalid; use an interval"
      ) == true)
  }

  @Test("Each message is made again when its time has come")
  func madeAnew() async {
    let numbers = EffectsLog<Int>()
    let rig = SubscriptionsRig(["tick"]) { id in
      .every(.seconds(1), id: EffectID(id)) {
        numbers.add(0)
        return ">\(numbers.entries.count)"
      }
    }
    for _ in 0..<3 { await step(rig) }
    #expect(rig.heard == ["1", "2", "3"])
  }
}
