import Harvest
import MillraceTesting
import Testing

/// Queues of effects that are asked for one after another.
@MainActor
@Suite struct ScenarioQueueTests {
  @Test(
    "Every strategy does what its diagram says",
    arguments: [
      (ScenarioQueue.plain, "---ab-c-----d"),
      (.one, "---a--b--c--d"),
      (.two, "---ab-c-----d"),
      (.newest, "------c-----d"),
      (.oldest, "---a--c-----d"),
      (.calm, "--------c-----d"),
      (.slow, "---a---c----d"),
      (.slowFirst, "---a---b----d"),
    ])
  func diagram(queue: ScenarioQueue, results: String) async throws {
    let clock = ManualClock()
    let recorder = TimelineRecorder<Character>(clock: clock)
    let mapping = ScenarioMapping { input, state in
      if input.hasPrefix("end ") {
        if let letter = input.last { recorder.record(letter) }
        return (state, .empty)
      }
      return (state, scenarioWait(3, "end \(input)", queue: queue))
    }
    let harvester = ScenarioHarvester(
      state: [], mapping: mapping, world: ScenarioWorld(), environment: StoreEnvironment(clock: clock))
    // Throttle windows are waited for as well, so that time goes on after the last letter.
    await clock.play(try Timeline("ab-c-----d----------")) { event in
      if case .value(let letter) = event { harvester.send("\(letter)") }
    }
    await harvester.run()
    let expected = try Timeline(results)
    let drawn = try recorder.timeline()
    #expect(expected.difference(from: drawn) == nil)
  }

  @Test("Queues are apart: what is in one does not make another wait")
  func apart() async throws {
    let rig = ScenarioRig { input in
      switch input {
      case "first": scenarioWait(2, "end first", queue: .one)
      case "second": scenarioWait(1, "end second", queue: .newest)
      case "third": scenarioWait(1, "end third", queue: .oldest)
      default: .empty
      }
    }
    rig.send("first", "second", "third")
    await rig.clock.waitForSleepers(count: 3)
    rig.clock.jump(by: .seconds(1))
    try await rig.clock.waitUntil { rig.heard.count == 5 }
    await rig.settle(1)
    #expect(Set(rig.heard.dropFirst(3).prefix(2)) == ["end second", "end third"])
    #expect(rig.heard.last == "end first")
  }

  @Test("A queue with a negative limit is an error that says so, and its effect runs outside of it")
  func broken() async {
    let rig = ScenarioRig { input in
      input == "go" ? ScenarioEffect(queue: .broken) { _ in "ran" } : .empty
    }
    rig.send("go")
    await rig.settle()
    #expect(rig.heard == ["go", "ran"])
    #expect(
      rig.errors.value == [
        "The queue `broken` of the store `machine` cannot be used, so its effects start at once, as without a queue: "
          + "`concurrent(max: -1)` allows no effect to run; use a maximum of 1 or more."
      ])
  }
}
