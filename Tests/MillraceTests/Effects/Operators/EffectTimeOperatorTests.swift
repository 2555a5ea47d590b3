import Millrace
import MillraceTesting
import Testing

/// Operators of time: time-out, delay, repetition; and priority.
@EffectsHome
struct EffectTimeOperatorTests {
  private func rig(_ effect: @escaping (String) -> Effect<String>?) -> EffectsRig {
    EffectsRig { message in
      if message == "stop" { return .cancel(id: "work") }
      return effect(message) ?? .none
    }
  }

  private func sleeper(_ seconds: Int) -> Effect<String> {
    .run(id: "work", label: "work") { send in
      try await send.sleep(seconds)
      await send("done")
    } catch: {
      "caught \($0)"
    }
  }

  // MARK: Time-out

  @Test("Work that takes too long is cancelled and fails; work in time does not", arguments: [1, 2, 3])
  func timeout(seconds: Int) async {
    let rig = rig { $0 == "go" ? sleeper(seconds).timeout(.seconds(2)) : nil }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    await rig.clock.advance(by: .seconds(9)) { await letOthersRun() }
    await rig.store.run()
    let failed =
      "caught The work of an effect was cancelled because it took longer than 2.0 seconds; handle this in its `catch`, or allow more time with `timeout(_:)`."
    #expect(rig.heard.count == 2)
    if seconds == 1 { #expect(rig.heard == ["go", "done"]) }
    if seconds == 3 { #expect(rig.heard == ["go", failed]) }
    #expect(rig.clock.sleepers.isEmpty)
  }

  /// Work that nothing but its cancellation ends, and that ends then without an error.
  ///
  /// It is made for each use, because a stream that was cancelled has ended for ever.
  nonisolated private static var silent: [(name: String, effect: Effect<String>)] {
    [
      ("a stream", .stream(silence) { $0 }),
      ("a loop over a stream", .run { send in for await text in silence { await send(text) } }),
      ("a callback", .callback { continuation in continuation.onCancel { continuation.finish() } }),
      ("a body that swallows its cancellation", wait),
      (
        "a group of tasks",
        .run { _ in
          await withTaskGroup(of: Void.self) { group in group.addTask { for await _ in silence {} } }
        }
      ),
      ("a retry", wait.retry(3)), ("a last repetition", wait.repeating(1)),
      ("a limit that is longer", wait.timeout(.seconds(90))),
      ("a race", .race(.stream(silence) { $0 }, wait)),
      ("a merge in a race", .race(.merge(wait, wait))),
    ]
  }

  /// A stream that only a cancellation ends.
  nonisolated private static var silence: AsyncStream<String> { AsyncStream.makeStream().stream }

  nonisolated private static var wait: Effect<String> { .run { _ in for await _ in silence {} } }

  @Test("Work whose time was over first has failed, however it ends", arguments: silent.indices)
  func silentEnd(_ number: Int) async {
    let (name, effect) = Self.silent[number]
    let rig = rig { message in
      message == "go" ? effect.timeout(.seconds(2)).catching { "\(type(of: $0))" } : nil
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: number == 7 ? 2 : 1)
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(rig.heard == ["go", "EffectTimedOut"], "\(name)")
    #expect(rig.errors == [])
    #expect(rig.clock.sleepers.isEmpty)
  }

  @Test("A silent end is tried again, and goes to the error handler where nothing catches it")
  func silentRetry() async {
    let attempts = EffectsLog<Int>()
    let rig = rig { message in
      guard message == "go" else { return nil }
      return Effect<String>.run { _ in
        attempts.add(1)
        for await _ in Self.silence {}
      }
      .timeout(.seconds(2)).retry(2)
    }
    rig.send("go")
    for _ in 0..<3 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(2))
    }
    await rig.store.run()
    #expect(attempts.entries.count == 3)
    #expect(rig.heard == ["go"])
    #expect(rig.errors.count == 1 && rig.errors[0].contains("took longer than 2.0 seconds"))
  }

  @Test("Late messages of work that ignores its cancellation are dropped, and it fails once it returns")
  func deaf() async {
    let latch = EffectsLatch()
    let rig = rig {
      $0 == "go"
        ? Effect.run { send in
          await send("early")
          await latch.wait()
          await send("late")
        } catch: { _ in
          "timed out"
        }.timeout(.seconds(1)) : nil
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    try? await rig.clock.waitUntil { rig.heard.contains("early") }
    rig.clock.jump(by: .seconds(1))
    latch.open()
    await rig.store.run()
    #expect(rig.heard.prefix(2) == ["go", "early"])
    // It may have sent before its time was seen to be over; then it was in time.
    #expect(rig.heard.count == 3)
  }

  @Test("Before a retry the time-out is that of each attempt, behind it that of all")
  func withRetry() async {
    let each = rig { $0 == "go" ? sleeper(5).timeout(.seconds(2)).retry(1) : nil }
    each.send("go")
    await each.clock.waitForSleepers(count: 2)
    each.clock.jump(by: .seconds(2))
    await each.clock.waitForSleepers(count: 2)
    #expect(each.heard == ["go"])
    each.clock.jump(by: .seconds(2))
    await each.store.run()
    #expect(each.heard.count == 2 && each.heard[1].hasPrefix("caught The work"))

    let all = rig { message in
      message == "go"
        ? Effect.run { _ in
          throw EffectsFailure("no")
        } catch: {
          "caught \($0)"
        }
        .retry(9, backoff: .constant(.seconds(1))).timeout(.milliseconds(2_500)) : nil
    }
    all.send("go")
    for _ in 0..<2 {
      await all.clock.waitForSleepers(count: 2)
      all.clock.jump(by: .seconds(1))
    }
    await all.clock.waitForSleepers(count: 2)
    all.clock.jump(by: .milliseconds(500))
    await all.store.run()
    #expect(all.heard.count == 2 && all.heard[1].hasPrefix("caught The work"))
  }

  @Test("A cancellation of the effect is no time-out")
  func cancelledTimeout() async {
    let rig = rig { $0 == "go" ? sleeper(5).timeout(.seconds(2)) : nil }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 2)
    rig.send("stop")
    await rig.store.runUntilBodiesReturn()
    #expect(rig.clock.sleepers.isEmpty)
    #expect(rig.heard == ["go", "stop"])
  }

  // MARK: Delay

  @Test("Work and messages begin after the delay; of a sequence the first step; a cancellation at once")
  func delay() async {
    let rig = rig { message in
      switch message {
      case "go":
        .merge(
          sleeper(1), .send("message"), .concatenate(.send("first"), .send("second")), .cancel(id: "other")
        )
        .delay(.seconds(3))
      case "begin": .run(id: "other") { try await $0.sleep(100) }
      default: nil
      }
    }
    rig.send("begin", "go")
    #expect(rig.store.effectsInFlight.map(\.id) == ["work", nil, nil])
    await rig.clock.waitForSleepers(count: 3)
    rig.clock.jump(by: .seconds(3))
    try? await rig.clock.waitUntil { rig.heard.count == 5 && rig.clock.sleepers.count == 1 }
    #expect(rig.heard.suffix(3).sorted() == ["first", "message", "second"])
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard.last == "done")
  }

  @Test("Delayed work is cancelled by its id while it waits")
  func cancelledDelay() async {
    let rig = rig { $0 == "go" ? sleeper(1).delay(.seconds(3)) : nil }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    await rig.store.runUntilBodiesReturn()
    #expect(rig.clock.sleepers.isEmpty)
    #expect(rig.heard == ["go", "stop"])
  }

  // MARK: Repetition

  @Test("Work is repeated as one effect, with pauses")
  func repeating() async {
    let rig = rig { message in
      message == "go" ? Effect.run(id: "work") { await $0("tick") }.repeating(3, pause: .seconds(1)) : nil
    }
    rig.send("go")
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(rig.heard == ["go", "tick", "tick", "tick"])
    #expect(rig.store.lastEffect == 1)
  }

  @Test("A repetition without end ends with an error or a cancellation; one of none does nothing")
  func forever() async {
    let log = EffectsLog<String>()
    let rig = rig { message in
      switch message {
      case "go":
        Effect.run(id: "work") { send in
          log.add("run")
          if log.entries.count == 3 { throw EffectsFailure("third") }
          await send("tick")
        } catch: {
          "caught \($0)"
        }.repeating(pause: .seconds(1))
      case "none": Effect.send("never").repeating(0)
      case "message": Effect.send("again").repeating(2)
      case "long": Effect.send("on").repeating(pause: .seconds(1)).mapID { _ in nil }
      default: nil
      }
    }
    rig.send("go")
    for _ in 0..<2 {
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
    }
    await rig.store.run()
    #expect(rig.heard == ["go", "tick", "tick", "caught third"])
    rig.send("none", "message")
    await rig.store.run()
    #expect(rig.heard.suffix(4) == ["none", "message", "again", "again"])
    let work = rig.store.send("long")
    await rig.clock.waitForSleepers(count: 1)
    work.cancel()
    await rig.store.runUntilBodiesReturn()
    #expect(rig.clock.sleepers.isEmpty)
  }

  // MARK: Priority

  @Test("The driver is asked for the priority; a map and other operators keep it")
  func priority() async {
    let driver = EffectsScriptedDriver()
    let store = Store(0, of: Int.self, flow: Flow(driver: driver)) { _, number in
      number == 1
        ? Effect<String>.run(label: "low") { _ in }.priority(.background).map { _ in 2 }.delay(.seconds(1))
          .labelled("other") : .run(label: "plain") { _ in }
    }
    store.send(1)
    store.send(3)
    #expect(driver.jobs.map(\.priority) == [.background, nil])
    #expect(driver.jobs.first?.label == "low")
  }

  @Test("The live driver gives its tasks the priority, wherever they begin")
  func livePriority() async {
    let seen = EffectsLog<TaskPriority>()
    let rig = rig { message in
      guard message == "go" else { return nil }
      return .concatenate(
        Effect.run { _ in seen.add(Task.currentPriority) }.priority(.high),
        Effect.run { _ in seen.add(Task.currentPriority) }.priority(.high))
    }
    await rig.store.send("go").finish()
    #expect(seen.entries == [.high, .high])
  }
}
