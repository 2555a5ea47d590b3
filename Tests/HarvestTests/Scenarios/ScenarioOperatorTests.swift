import Harvest
import HarvestOptics
import HarvestTesting
import MillraceTesting
import Testing

/// Operators of effects in a machine that runs.
@MainActor
@Suite struct ScenarioOperatorTests {
  /// A machine whose input `go` asks for an effect; `stop` cancels the id `work`.
  private func rig(_ effect: @escaping @autoclosure () -> ScenarioEffect) -> ScenarioRig {
    ScenarioRig { input in
      switch input {
      case "go": effect()
      case "stop": .cancel("work")
      default: .empty
      }
    }
  }

  /// Work that fails as often as asked, each attempt with an input, and makes an input of its last error.
  private func failing(
    _ times: Int, _ log: ScenarioLog<Int> = ScenarioLog(), queue: ScenarioQueue = .plain
  ) -> ScenarioEffect {
    ScenarioEffect(queue: queue, id: "work", label: "work") { _ in
      log.add(1)
      if log.entries.count <= times { throw ScenarioFailure("failure \(log.entries.count)") }
      return log.entries.count
    } result: { result in
      switch result {
      case .success(let number): "done by \(number)"
      case .failure(let error): "\(error)"
      }
    }
  }

  // MARK: Trying again

  @Test("Work with a result is tried again after the back-off; only the last error becomes an input")
  func retries() async {
    let rig = rig(failing(2).retry(3, backoff: .exponential(from: .seconds(1))))
    rig.send("go")
    #expect(rig.harvester.store.effectsInFlight.map(\.id) == ["work"])
    #expect(rig.harvester.store.effectsInFlight.map(\.label) == ["work"])
    for (place, time) in [1, 2].enumerated() {
      await rig.clock.waitForSleepers(count: 1)
      #expect(rig.heard == ["go"], "pause \(place)")
      rig.clock.jump(by: .seconds(time))
    }
    await rig.settle()
    #expect(rig.heard == ["go", "done by 3"])
    #expect(rig.errors.value == [])
  }

  @Test(
    "With failures below the attempts, the inputs are those of the one that succeeds; else one failure",
    arguments: 0..<5, [-1, 0, 1, 3])
  func law(failures: Int, retries: Int) async {
    let log = ScenarioLog<Int>()
    let rig = rig(failing(failures, log).retry(retries))
    rig.send("go")
    await rig.settle()
    let attempts = max(retries, 0) + 1
    let isDone = failures < attempts
    #expect(rig.heard == ["go", isDone ? "done by \(failures + 1)" : "failure \(attempts)"])
    #expect(log.entries.count == min(failures + 1, attempts))
  }

  @Test("An error that the condition refuses becomes an input at once")
  func condition() async {
    let rig = rig(failing(.max).retry(9) { "\($0)" != "failure 2" })
    rig.send("go")
    await rig.settle()
    #expect(rig.heard == ["go", "failure 2"])
  }

  @Test("The sending form is tried again, and its last error goes to `catch` or to the error handler")
  func sending() async {
    let work: @Sendable (ScenarioWorld, Send<String>) async throws -> Void = { _, send in
      await send("attempt")
      throw ScenarioFailure("torn")
    }
    let caught = rig(ScenarioEffect(sending: .plain, work, catch: { "caught \($0)" }).retry(1))
    let uncaught = rig(ScenarioEffect(sending: .plain, label: "work", work).retry(1))
    for rig in [caught, uncaught] {
      rig.send("go")
      await rig.settle()
    }
    #expect(caught.heard == ["go", "attempt", "attempt", "caught torn"])
    #expect(uncaught.heard == ["go", "attempt", "attempt"])
    #expect((caught.errors.value.count, uncaught.errors.value.count) == (0, 1))
  }

  @Test("A sequence of results fails once, after the last attempt")
  func results() async {
    let effect: Effect<ScenarioWorld, Result<String, any Error>, ScenarioQueue, String> =
      BrokenSequence().toResultEffect()
    let rig = rig(effect.retry(2).mapInput { "\((try? $0.get()) ?? "failed")" })
    rig.send("go")
    await rig.settle()
    #expect(rig.heard == ["go", "element", "element", "element", "failed"])
  }

  @Test("Work that cannot throw, an input and a cancellation are as without a retry")
  func withoutErrors() async {
    let rig = rig((ScenarioEffect { _ in "one" } + ScenarioEffect("two") + .cancel("none")).retry(5))
    rig.send("go")
    await rig.settle()
    #expect(rig.heard == ["go", "two", "one"])
  }

  @Test("Operators leave cancellations as they are, also in a repetition that does nothing else")
  func cancellations() async throws {
    let rig = ScenarioRig { input in
      switch input {
      case "go": scenarioWait(9, "late", id: "work")
      case "stop": .cancel("work").retry(1).delay(.seconds(1)).repeating(2)
      case "stop all": ScenarioEffect.cancel { _ in true }.timeout(.zero).priority(.high)
      default: .empty
      }
    }
    for stop in ["stop", "stop all"] {
      rig.send("go")
      await rig.clock.waitForSleepers(count: 1)
      rig.send(stop)
      #expect(rig.harvester.store.effectsInFlight.isEmpty)
      await rig.harvester.store.runUntilBodiesReturn()
      try rig.clock.requireNoSleepers()
    }
    #expect(ScenarioEffect.cancel("work").repeating(0).isEmpty)
  }

  @Test("Between attempts the work keeps its place in its queue, and is cancelled by its id")
  func pause() async throws {
    let log = ScenarioLog<Int>()
    let rig = rig(failing(.max, log, queue: .one).retry(.max, backoff: .constant(.seconds(1))))
    rig.send("go", "go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(log.entries.count == 1)
    rig.send("stop")
    await rig.harvester.store.runUntilBodiesReturn()
    try rig.clock.requireNoSleepers()
    #expect(rig.heard == ["go", "go", "stop"])
    #expect(rig.errors.value == [])
  }

  @Test("Converted inputs, ids, queues and worlds keep the operators")
  func converted() async throws {
    let log = ScenarioLog<Int>()
    let effect = failing(.max, log).retry(1, backoff: .constant(.seconds(1)))
      .mapInput { "<\($0)>" }
      .mapQueue { (_: ScenarioQueue) in ScenarioQueue.two }
      .transformID({ "new \($0)" }, { $0.hasPrefix("new ") ? String($0.dropFirst(4)) : nil })
      .contramapWorld { (world: ScenarioWorld) in world }
    let rig = ScenarioRig { input in
      switch input {
      case "go": effect
      case "stop": .cancel("new work")
      default: .empty
      }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.harvester.store.effectsInFlight.map(\.queue) == ["two"])
    rig.clock.jump(by: .seconds(1))
    await rig.settle()
    #expect(rig.heard == ["go", "<failure 2>"])
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    await rig.settle(1)
    #expect(rig.heard == ["go", "<failure 2>", "go", "stop"])
  }

  // MARK: Time

  @Test("Work that takes too long fails with an input that says so, at each attempt or at all together")
  func timeout() async {
    func slow(_ log: ScenarioLog<Int>) -> ScenarioEffect {
      ScenarioEffect(label: "slow") { world in
        log.add(1)
        try await world.clock.sleep(for: .seconds(9))
      } result: { result in
        if case .failure(let error) = result { error is EffectTimedOut ? "late" : "\(error)" } else { "done" }
      }
    }
    let each = ScenarioLog<Int>()
    let rig = rig(slow(each).timeout(.seconds(2)).retry(1))
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    rig.clock.jump(by: .seconds(2))
    await rig.clock.waitForSleepers(count: 2)
    #expect(rig.heard == ["go"])
    await rig.settle(2)
    #expect(rig.heard == ["go", "late"])
    #expect(each.entries.count == 2)

    let all = ScenarioLog<Int>()
    let once = self.rig(slow(all).retry(1).timeout(.seconds(2)))
    once.send("go")
    await once.clock.waitForSleepers(count: 2)
    await once.settle(2)
    #expect(once.heard == ["go", "late"])
    #expect(all.entries.count == 1)
  }

  @Test("Delayed work begins after the time, and an input that is sent at once becomes work")
  func delay() async throws {
    let rig = rig((ScenarioEffect("at once") + failing(0) + .cancel("none")).delay(.seconds(2)))
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(2), .seconds(2)])
    #expect(
      Set(rig.harvester.store.effectsInFlight.map(\.label)) == ["after \(Duration.seconds(2))", "work"])
    #expect(rig.heard == ["go"])
    await rig.settle(2)
    #expect(rig.heard.sorted() == ["at once", "done by 1", "go"])
  }

  @Test("A delay is cancelled by the id of its work")
  func cancelledDelay() async throws {
    let log = ScenarioLog<Int>()
    let work = failing(0, log)
    let rig = rig(ScenarioEffect(world: { _ in work }).delay(.seconds(2)))
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    await rig.harvester.store.runUntilBodiesReturn()
    try rig.clock.requireNoSleepers()
    #expect(log.entries == [])
  }

  @Test("Work and inputs are repeated with a pause, and an error ends the repetition")
  func repeating() async {
    let rig = rig(ScenarioEffect("tick").repeating(3, pause: .seconds(1)) + failing(0).repeating(0))
    rig.send("go")
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.settle()
    #expect(rig.heard == ["go", "tick", "tick", "tick"])

    let broken = self.rig(failing(1).repeating(pause: .seconds(1)))
    broken.send("go")
    await broken.settle()
    #expect(broken.heard == ["go", "failure 1"])

    let endless = self.rig(failing(0).repeating(pause: .seconds(1)))
    endless.send("go")
    await endless.clock.waitForSleepers(count: 1)
    endless.clock.jump(by: .seconds(1))
    await endless.clock.waitForSleepers(count: 1)
    endless.send("stop")
    await endless.settle()
    #expect(endless.heard == ["go", "done by 1", "done by 2", "stop"])
  }

  @Test("The tasks of work have its priority")
  func priority() async {
    let seen = ScenarioLog<TaskPriority>()
    let rig = rig(
      ScenarioEffect { _ in
        seen.add(Task.currentPriority)
        return nil
      }.priority(.high))
    await rig.harvester.send("go").finish()
    #expect(seen.entries == [.high])
  }

  // MARK: Parts

  @Test("The end of a part ends the pause between attempts, and its answers")
  func part() async throws {
    typealias Part = Harvester<String, [String]>.EffectMapping<ScenarioWorld, ScenarioQueue, String>
    typealias Whole = Harvester<String, [String]?>.EffectMapping<ScenarioWorld, ScenarioQueue, String>
    let log = ScenarioLog<Int>()
    let effect = failing(1, log).retry(9, backoff: .constant(.seconds(1)))
    let part = Part.makeInout { input, heard in
      if input == "close" { return nil }
      heard.append(input)
      return input == "go" ? effect : .empty
    }
    let whole = Whole { input, state in
      input == "close" ? (nil, .empty) : input == "open" ? ([], .empty) : nil
    }.embedding(
      part, input: Prism(tryGet: { $0 == "close" || $0 == "open" ? nil : $0 }, inject: { $0 }), state: .some)
    let world = ScenarioWorld()
    let machine = Harvester(
      state: [], mapping: whole, world: world, environment: StoreEnvironment(clock: world.clock))
    machine.send("go")
    await world.clock.waitForSleepers(count: 1)
    machine.send("close")
    machine.send("open")
    await machine.store.runUntilBodiesReturn()
    try world.clock.requireNoSleepers()
    #expect(log.entries.count == 1)
    machine.send("go")
    await machine.run()
    #expect(machine.state == ["go", "done by 2"])
  }

  @Test("A test store lists the work with its operators as one effect")
  func testStore() async {
    let effect = failing(1).retry(1)
    let test = TestStore(
      Harvester(
        state: [], mapping: ScenarioRig.mapping { $0 == "go" ? effect : .empty }, world: ScenarioWorld()))
    test.send("go", effects: [.starts("work", id: "work")]) { $0 = ["go"] }
    await test.receive("done by 2") { $0 = ["go", "done by 2"] }
    await test.finish()
  }

  @Test("Operators of an effect that a mapping returns apply to the work of its parts as well")
  func outside() async {
    typealias Whole = Harvester<String, [String]?>.EffectMapping<ScenarioWorld, ScenarioQueue, String>
    let effect = failing(1)
    let part = ScenarioRig.mapping { $0 == "go" ? effect : .empty }
    let whole = Whole { _, _ in nil }.embedding(
      part, input: Prism(tryGet: { $0 }, inject: { $0 }), state: .some)
    let mapping = Whole.makeInout { input, state in whole.apply(input, to: &state)?.retry(1) }
    let machine = Harvester(state: [], mapping: mapping, world: ScenarioWorld())
    machine.send("go")
    await machine.run()
    #expect(machine.state == ["go", "done by 2"])
  }

  // MARK: Races

  @Test("Of effects that compete, the first to send wins, and one that fails is out")
  func race() async throws {
    let rig = rig(
      .race(
        scenarioWait(3, "slow"), scenarioWait(1, "fast"),
        ScenarioEffect(sending: .plain) { _, _ in throw ScenarioFailure("torn") },
        queue: .one, id: "work", label: "race"))
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    #expect(rig.harvester.store.effectsInFlight.map(\.label) == ["race"])
    #expect(rig.harvester.store.effectsInFlight.map(\.queue) == ["one"])
    rig.clock.jump(by: .seconds(1))
    await rig.harvester.store.runUntilBodiesReturn()
    try rig.clock.requireNoSleepers()
    #expect(rig.heard == ["go", "fast"])
    #expect(rig.errors.value == [])
  }

  @Test("A race is cancelled by its id, with all that compete")
  func cancelledRace() async throws {
    let rig = rig(.race(scenarioWait(1, "a", id: "a"), scenarioWait(2, "b"), id: "work"))
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    rig.send("stop")
    await rig.harvester.store.runUntilBodiesReturn()
    try rig.clock.requireNoSleepers()
    #expect(rig.heard == ["go", "stop"])
  }

  @Test("When all fail, the last error goes to the race's `catch`, after its retries, also converted")
  func lostRace() async {
    let log = ScenarioLog<Int>()
    let torn = ScenarioEffect(sending: .plain) { _, _ in
      log.add(1)
      throw ScenarioFailure("torn")
    }
    let rig = rig(
      ScenarioEffect.race(torn, torn, catch: { "caught \($0)" }).retry(1)
        .mapInput { "<\($0)>" }.contramapWorld { (world: ScenarioWorld) in world })
    rig.send("go")
    await rig.settle()
    #expect(rig.heard == ["go", "<caught torn>"])
    #expect(log.entries.count == 4)
  }

  // MARK: Checks

  @Test("A model check knows the time of a delayed input, and that repeated work answers again")
  func model() {
    typealias Machine = Harvester<String, [String]>.EffectMapping<Void, ScenarioQueue, String>
    func longest(_ effect: Machine.Effect) -> (states: Set<[String]>, isSuccess: Bool) {
      let states = ScenarioBox<Set<[String]>>([])
      let mapping = Machine.makeInout { input, heard in
        if heard.count < 3 { heard.append(input) }
        return .empty
      }
      let logic = Logic([], effect: effect, mapping: mapping, world: ())
      let report = ModelCheck(logic, messages: []).always("noted") { state in
        MainActor.assumeIsolated { _ = states.value.insert(state) }
        return true
      }.run()
      return (states.value, report.isSuccess)
    }
    let ordered = longest(Machine.Effect("b").delay(.seconds(2)) + Machine.Effect("a").delay(.seconds(1)))
    #expect(ordered.states == [[], ["a"], ["a", "b"]])
    let summed = longest(
      Machine.Effect("b").delay(.seconds(3)).delay(.seconds(1))
        + Machine.Effect("a").delay(.seconds(-9)).delay(.seconds(2)) + Machine.Effect("c").delay(.seconds(1)))
    #expect(summed.states == [[], ["c"], ["c", "a"], ["c", "a", "b"]])
    let limited = longest(
      Machine.Effect("b").delay(.seconds(2)).timeout(.seconds(3)) + Machine.Effect("a").delay(.seconds(1)))
    #expect(limited.states.isSuperset(of: [["a", "b"], ["b", "a"]]))
    let repeated = longest(Machine.Effect("a").repeating(2))
    #expect(repeated.states.contains(["a", "a"]))
    let often = longest(Machine.Effect("a").repeating(pause: .zero).repeating(2).repeating(1))
    #expect(often.states.contains(["a", "a"]))
    let next = Machine.Effect(queue: .one, answers: ["b"]) { _ in "b" }
    let first = Machine.Effect(queue: .one, answers: ["a"]) { _ in "a" }
    #expect(longest(first.repeating(2) + next).states.contains(["a", "b"]))
    let endless = longest(first.repeating(pause: .zero) + next).states
    #expect(endless.contains(["a", "a"]) && endless.allSatisfy { !$0.contains("b") })
  }

  @Test("Diagrams name a repeated input and a race, and know their answers")
  func diagram() {
    typealias Mapping = Harvester<Int, Int>.EffectMapping<Void, BasicEffectQueue, Never>
    let race = Mapping.Effect.race(
      Mapping.Effect(7), Mapping.Effect(answers: [8]) { _ in 8 }.retry(1), label: "race")
    let mapping = Mapping.reduce(
      .first,
      [(1 | 0 => 1) | Mapping.Effect(5).repeating(2), (2 | 1 => 2) | race, (any | 2 => 2) | .empty])
    let graph = mapping.graph(states: 0...2, inputs: [1, 2], initial: 0)
    #expect(graph.edges.filter { $0.from != 2 }.map(\.work.labels) == [["5"], ["race"]])
    #expect(graph.inputs == [1, 2, 5, 7, 8])
  }
}

/// Gives an element, and fails.
private struct BrokenSequence: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var isOver = false

    mutating func next() async throws -> String? {
      if isOver { throw ScenarioFailure("torn") }
      isOver = true
      return "element"
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
