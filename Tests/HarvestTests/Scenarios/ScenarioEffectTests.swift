import Harvest
import MillraceTesting
import Testing

/// Effects in a machine that runs.
@MainActor
@Suite struct ScenarioEffectTests {
  /// Returns the inputs heard after `go`, which asks for an effect.
  private func heard(after effect: @escaping @autoclosure () -> ScenarioEffect) async -> [String] {
    let rig = ScenarioRig { $0 == "go" ? effect() : .empty }
    rig.send("go")
    await rig.settle()
    #expect(rig.errors.value == [])
    return Array(rig.heard.dropFirst())
  }

  @Test("An input now takes its turn behind those that wait, without a task")
  func value() {
    let rig = ScenarioRig { $0 == "go" ? ScenarioEffect("one") + ScenarioEffect("two") : .empty }
    rig.send("go")
    #expect(rig.heard == ["go", "one", "two"])
    #expect(rig.flow.isIdle)
  }

  @Test("An asynchronous closure gives one input, or none, and gets the world")
  func closure() async {
    #expect(await heard(after: ScenarioEffect { world in "of \(world.name)" }) == ["of world"])
    #expect(await heard(after: ScenarioEffect { _ in nil }) == [])
  }

  @Test("A result makes an input of success and of failure, or none")
  func result() async {
    @Sendable func text(_ result: Result<Int, any Error>) -> String? {
      switch result {
      case .success(0): nil
      case .success(let number): "got \(number)"
      case .failure(let error): "failed: \(error)"
      }
    }
    #expect(await heard(after: ScenarioEffect({ _ in 5 }, result: text)) == ["got 5"])
    #expect(await heard(after: ScenarioEffect({ _ in 0 }, result: text)) == [])
    #expect(
      await heard(after: ScenarioEffect({ _ -> Int in throw ScenarioFailure("torn") }, result: text))
        == ["failed: torn"])
  }

  @Test("A sequence gives each element, in order, in both forms")
  func sequence() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    for letter in ["a", "b", "c"] { continuation.yield(letter) }
    continuation.finish()
    #expect(await heard(after: ScenarioEffect(sequence: stream)) == ["a", "b", "c"])
    #expect(
      await heard(
        after: ScenarioEffect(sequence: { world in
          AsyncStream { continuation in
            continuation.yield("1 of \(world.name)")
            continuation.yield("2 of \(world.name)")
            continuation.finish()
          }
        })) == ["1 of world", "2 of world"])
  }

  @Test("An error of a sequence or of the sending form goes to the flow's error handler")
  func errors() async {
    let rig = ScenarioRig { input in
      switch input {
      case "sequence":
        ScenarioEffect(
          label: "reading",
          sequence: { _ in
            AsyncThrowingStream<String, any Error> { continuation in
              continuation.yield("a")
              continuation.finish(throwing: ScenarioFailure("torn"))
            }
          })
      case "sending":
        ScenarioEffect(sending: .plain, label: "sending") { _, send in
          await send("b")
          throw ScenarioFailure("broken")
        }
      default: .empty
      }
    }
    rig.send("sequence")
    await rig.settle()
    rig.send("sending")
    await rig.settle()
    #expect(rig.heard == ["sequence", "a", "sending", "b"])
    #expect(rig.errors.value.count == 2)
    #expect(
      rig.errors.value.first?.contains("reading") == true && rig.errors.value.first?.contains("torn") == true)
    #expect(
      rig.errors.value.last?.contains("sending") == true && rig.errors.value.last?.contains("broken") == true)
  }

  @Test("A task group gives each result as soon as it is there")
  func group() async throws {
    let rig = ScenarioRig { input in
      guard input == "go" else { return .empty }
      return ScenarioEffect(group: { world, group in
        for seconds in [3, 1, 2] {
          group.addTask {
            _ = try? await world.clock.sleep(for: .seconds(seconds))
            return "after \(seconds)"
          }
        }
        group.addTask { nil }
      })
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 3)
    for second in 1...3 {
      rig.clock.jump(by: .seconds(1))
      try await rig.clock.waitUntil { rig.heard.count == 1 + second }
    }
    await rig.settle()
    #expect(rig.heard == ["go", "after 1", "after 2", "after 3"])
  }

  @Test("The sending form gives as many inputs as it likes, and its environment has the clock")
  func sending() async {
    let rig = ScenarioRig { input in
      guard input == "go" else { return .empty }
      return ScenarioEffect(sending: .plain) { world, send in
        await send("1 of \(world.name)")
        try await send.environment.clock.sleep(for: .seconds(1))
        await send("2")
      }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard == ["go", "1 of world"])
    await rig.settle(1)
    #expect(rig.heard == ["go", "1 of world", "2"])
  }

  @Test("An effect is started once for each accepted input, and never for a rejected one")
  func once() async {
    let rig = ScenarioRig { input in
      guard input.hasPrefix("go") else { return .empty }
      return ScenarioEffect { world in
        world.log.add("ran for \(input)")
        return nil
      }
    }
    rig.send("go 1", "no 2", "go 3", "no")
    await rig.settle()
    #expect(rig.world.log.entries.sorted() == ["ran for go 1", "ran for go 3"])
    #expect(rig.heard == ["go 1", "go 3"])
  }

  @Test("The initial effect is started at the beginning, with the world")
  func initial() async {
    let rig = ScenarioRig(initial: ScenarioEffect("first") + ScenarioEffect { "later, \($0.name)" }) { _ in
      .empty
    }
    #expect(rig.heard == ["first"])
    await rig.settle()
    #expect(rig.heard == ["first", "later, world"])
  }

  @Test("An effect that is made of the world is made when it starts")
  func deferred() async {
    #expect(
      await heard(after: ScenarioEffect(world: { world in ScenarioEffect("made of \(world.name)") })) == [
        "made of world"
      ])
  }

  @Test("A timer goes on until it is cancelled, by its id or by a predicate", arguments: [false, true])
  func timer(byPredicate: Bool) async throws {
    let rig = ScenarioRig { input in
      switch input {
      case "start":
        ScenarioEffect(sending: .plain, id: "timer") { _, send in
          while true {
            try await send.environment.clock.sleep(for: .seconds(1))
            await send("tick")
          }
        } + scenarioWait(4, "other", id: "other")
      case "stop": byPredicate ? .cancel { $0.hasPrefix("tim") } : .cancel("timer")
      default: .empty
      }
    }
    rig.send("start")
    await rig.clock.waitForSleepers(count: 2)
    for second in 1...2 {
      rig.clock.jump(by: .seconds(1))
      try await rig.clock.waitUntil { rig.heard.count == 1 + second && rig.clock.sleepers.count == 2 }
    }
    rig.send("stop")
    try await rig.clock.waitUntil { rig.clock.sleepers.count == 1 }
    await rig.settle(10)
    #expect(rig.heard == ["start", "tick", "tick", "stop", "other"])
    try rig.clock.requireNoSleepers()
  }

  @Test("The left effect of a sum begins first: cancelled before it is requested again")
  func sumOrder() async {
    let rig = ScenarioRig { input in
      switch input {
      case "go": .cancel("x") + scenarioWait(1, "over", id: "x")
      case "gone": scenarioWait(1, "over", id: "x") + .cancel("x")
      default: .empty
      }
    }
    rig.send("go", "go")
    await rig.clock.waitForSleepers(count: 1)
    await rig.settle(1)
    rig.send("gone")
    await rig.settle(1)
    #expect(rig.heard == ["go", "go", "over", "gone"])
  }
}
