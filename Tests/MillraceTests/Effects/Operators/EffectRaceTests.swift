import Millrace
import MillraceTesting
import Testing

/// Effects that compete.
@EffectsHome
struct EffectRaceTests {
  private func contestant(_ name: String, after seconds: Int) -> Effect<String> {
    .run(label: EffectLabel(name)) { send in
      try await send.sleep(seconds)
      await send("\(name) 1")
      await send("\(name) 2")
    }
  }

  private func failing(_ name: String, after seconds: Int) -> Effect<String> {
    .run { send in
      try await send.sleep(seconds)
      throw EffectsFailure("\(name) failed")
    }
  }

  /// - Parameter isDecidedFirst: True if the first second decides the race, so that all others are cancelled
  ///   then.
  private func run(
    sleepers: Int, isDecidedFirst: Bool = true, _ effect: @escaping () -> Effect<String>
  ) async -> (heard: [String], errors: [String], sleepers: Int) {
    let rig = EffectsRig { $0 == "go" ? effect() : .none }
    rig.send("go")
    await rig.clock.waitForSleepers(count: sleepers)
    await rig.clock.advance(by: .seconds(1)) { await letOthersRun() }
    if isDecidedFirst { try? await rig.clock.waitUntil { rig.clock.sleepers.isEmpty } }
    await rig.clock.advance(by: .seconds(9)) {
      try? await rig.clock.waitUntil { rig.store.flow.isIdle || rig.clock.sleepers.count > 0 }
    }
    await rig.store.run()
    return (Array(rig.heard.dropFirst()), rig.errors, rig.clock.sleepers.count)
  }

  @Test("The first that sends has a say, with all of its messages; the others are cancelled")
  func firstWins() async {
    let result = await run(sleepers: 3) {
      .race(
        contestant("slow", after: 3), contestant("quick", after: 1), contestant("slower", after: 4),
        label: "race")
    }
    #expect(result.heard == ["quick 1", "quick 2"])
    #expect(result.errors == [])
    #expect(result.sleepers == 0)
  }

  @Test("One that throws is out of the race; if all do, the last error is the race's")
  func failures() async {
    let one = await run(sleepers: 2, isDecidedFirst: false) {
      .race(failing("a", after: 1), contestant("b", after: 2))
    }
    #expect(one.heard == ["b 1", "b 2"])
    #expect(one.errors == [])
    let all = await run(sleepers: 2, isDecidedFirst: false) {
      Effect.race(failing("b", after: 2), failing("a", after: 1)).catching { "caught \($0)" }
    }
    #expect(all.heard == ["caught b failed"])
    let unhandled = await run(sleepers: 1) { .race(failing("a", after: 1), label: "race") }
    #expect(unhandled.heard == [])
    #expect(unhandled.errors.count == 1)
  }

  @Test("A contestant's own `catch` makes its error a message, which can win")
  func recovering() async {
    let result = await run(sleepers: 2) {
      .race(failing("a", after: 1).catching { "caught \($0)" }, contestant("b", after: 2))
    }
    #expect(result.heard == ["caught a failed"])
  }

  @Test("One that ends without a message wins as well")
  func silentWinner() async {
    let result = await run(sleepers: 2) {
      .race(.run { try await $0.sleep(1) }, contestant("b", after: 2))
    }
    #expect(result.heard == [])
    #expect(result.sleepers == 0)
  }

  @Test("Messages, merges, sequences and callback work compete")
  func forms() async {
    let rig = EffectsRig { message in
      switch message {
      case "message": .race(.run { try await $0.sleep(5) }, .send("at once"))
      case "sequence":
        .race(.concatenate(.run { await $0("one") }, .send("two")), .run { try await $0.sleep(5) })
      case "merge": .race(.merge(.send("a"), .send("b")), .run { try await $0.sleep(5) })
      case "callback": .race(.callback { $0.send("called") }, .run { try await $0.sleep(5) })
      default: .none
      }
    }
    for message in ["message", "sequence", "merge", "callback"] { await rig.store.send(message).finish() }
    #expect(
      rig.heard.filter { !["a", "b"].contains($0) } == [
        "message", "at once", "sequence", "one", "two", "merge", "callback", "called",
      ])
    #expect(rig.heard.filter { ["a", "b"].contains($0) }.sorted() == ["a", "b"])
    #expect(rig.clock.sleepers.isEmpty)
  }

  @Test("What cannot compete is left out and reported; a race of none is none")
  func flaws() async {
    let rig = EffectsRig { $0 == "go" ? .race(.cancel(id: "a"), .send("b")) : .none }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "b"])
    #expect(rig.errors.count == 1)
    #expect(
      rig.errors.first?.contains("Give a race work and messages only. Let a contestant send") == true)
    #expect(Effect<Int>.race([]).isNone)
    #expect(Effect<Int>.race(.none, .none).isNone)
  }

  @Test("A durable effect is left out and reported, and a race of nothing else ends", arguments: 0..<4)
  func durable(_ form: Int) async {
    let job = Effect<String>.run(label: "job") { await $0("done") }.durable()
    let forms: [Effect<String>] = [
      .race(job), .race(.merge(job, .send("a"))), .race(.concatenate(.send("a"), job.delay(.zero)), job),
      .race(job.map { $0 }.retry(1), .run { await $0("b") }),
    ]
    let rig = EffectsRig { $0 == "go" ? forms[form] : .none }
    await rig.store.send("go").finish()
    #expect(rig.heard == (form == 3 ? ["go", "b"] : ["go"]))
    #expect(rig.errors.count == 1)
    #expect(rig.errors.first?.contains("A race was given a durable effect. It was left out") == true)
  }

  @Test("The queue of a contestant is not used: what a debounce would hold back begins with the others")
  func contestantQueue() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .race(
        .run(in: .debounce("queue", for: .seconds(1))) { await $0("debounced") },
        .run { try await $0.sleep(5) })
    }
    await rig.store.send("go").finish()
    #expect(rig.heard == ["go", "debounced"])
    #expect(rig.errors == [])
  }

  @Test("A race is one effect with its own id, label and queue")
  func names() async {
    let effect = Effect<String>.race(
      contestant("a", after: 1), contestant("b", after: 1), in: .latest("race"), id: "id", label: "label")
    #expect(effect.outline == [.run(label: "label", id: "id", queue: .latest("race"))])
    let rig = EffectsRig { $0 == "go" ? effect : $0 == "stop" ? .cancel(id: "id") : .none }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    rig.send("stop")
    await rig.store.runUntilBodiesReturn()
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.clock.sleepers.isEmpty)
  }
}
