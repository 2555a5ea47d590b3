import Millrace
import MillraceTesting
import Testing

/// Effects that throw, and queues that refuse.
@EffectsHome
struct EffectErrorTests {
  private func rig(_ effect: @escaping @autoclosure () -> Effect<String>) -> EffectsRig {
    EffectsRig { $0 == "go" ? effect() : .none }
  }

  @Test("An effect that throws without a catch is reported to the error handler, with its label")
  func noCatch() async {
    let rig = rig(.run(label: "load") { _ in throw EffectsFailure("the line is down") })
    rig.send("go")
    await rig.store.run()
    #expect(
      rig.errors == [
        """
        The effect `load` of the store `store` failed: the line is down. Catch the error in the effect, and turn it into a message.
        """
      ])
    #expect(rig.flow.isIdle)
  }

  @Test("Without a label the error says so")
  func noLabel() async {
    let rig = rig(.run { _ in throw EffectsFailure("the line is down") })
    rig.send("go")
    await rig.store.run()
    #expect(rig.errors.first?.hasPrefix("An effect without a label of the store `store` failed: ") == true)
  }

  @Test("A catch makes a message of the error, behind what the body had sent")
  func caught() async {
    let rig = rig(
      .run { send in
        await send("before")
        throw EffectsFailure("torn")
      } catch: {
        "caught \($0)"
      })
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "before", "caught torn"])
    #expect(rig.errors == [])
  }

  @Test("A catch that answers nil says that the error needs nothing")
  func caughtNil() async {
    let rig = rig(
      .run { _ in
        throw EffectsFailure("torn")
      } catch: { _ in
        nil
      })
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go"])
    #expect(rig.errors == [])
    #expect(rig.flow.isIdle)
  }

  @Test("A CancellationError without a cancellation is made a message by `catch`")
  func oddCancellationCaught() async {
    let rig = EffectsRig { message in
      message == "go"
        ? .run { _ in
          throw CancellationError()
        } catch: { _ in
          "gave up"
        } : .none
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "gave up"])
    #expect(rig.errors == [])
  }

  @Test("A CancellationError without a cancellation is an error like any other")
  func uncalledCancellation() async {
    let rig = rig(.run(label: "odd") { _ in throw CancellationError() })
    rig.send("go")
    await rig.store.run()
    #expect(rig.errors.count == 1)
  }

  @Test("Catching gives a catch to members that have none, also inside of sequences")
  func catching() async {
    let rig = rig(
      Effect.concatenate(
        .run { _ in throw EffectsFailure("1") },
        .run { _ in
          throw EffectsFailure("2")
        } catch: {
          "own \($0)"
        },
        .merge(.none, .run { _ in throw EffectsFailure("3") })
      ).catching { "given \($0)" })
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "given 1", "own 2", "given 3"])
    #expect(rig.errors == [])
  }

  @Test("Mapping errors changes them before a catch and before the error handler")
  func mapError() async {
    let rig = rig(
      Effect.concatenate(
        .run { _ in
          throw EffectsFailure("1")
        } catch: {
          "caught \($0)"
        },
        .run(label: "x") { _ in throw EffectsFailure("2") }
      ).mapError { EffectsFailure("mapped \($0)") })
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "caught mapped 1"])
    #expect(rig.errors.first?.contains("failed: mapped 2.") == true)
  }

  @Test("Mapping errors leaves a CancellationError as it is, so that a cancellation stays silent")
  func mapErrorAndCancellation() async {
    let mapped = EffectsLog<String>()
    let ended = EffectsLatch()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        Effect.run(id: "x") { send in
          defer { ended.open() }
          try await send.sleep(10)
        }.mapError {
          mapped.add("\($0)")
          return $0
        }
      default: .cancel(id: "x")
      }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("stop")
    await ended.wait()
    await rig.store.run()
    #expect(mapped.entries == [])
    #expect(rig.errors == [])
  }

  @Test("Mapping messages maps the catch too")
  func mapCatch() async {
    let effect = Effect<Int>.concatenate(
      .run { _ in
        throw EffectsFailure("torn")
      } catch: {
        "\($0)".count
      }, .send(7),
      .run { send in await send(8) })
    let rig = rig(effect.map { "number \($0)" })
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "number 4", "number 7", "number 8"])
  }

  @Test(
    "A queue whose policy makes no sense is reported, and the effect runs outside of it",
    arguments: [
      (
        EffectQueue.concurrent("q", max: 0),
        "`concurrent(max: 0)` allows no effect to run; use a maximum of 1 or more."
      ),
      (
        .debounce("q", for: .seconds(-1)),
        "`debounce(for:)` cannot wait for a negative time; use zero or more."
      ),
      (
        .throttle("q", for: .seconds(-1)),
        "`throttle(for:latest:)` cannot last a negative time; use zero or more."
      ),
      (
        .concat("q").capacity(-1),
        "A queue cannot have a capacity of -1; use 0 or more, or nil for no limit."
      ),
    ])
  func invalidQueue(queue: EffectQueue, problem: String) async {
    let rig = rig(.run(in: queue) { send in await send("ran") })
    rig.send("go")
    let consequence = "cannot be used, so its effects start at once, as without a queue"
    #expect(rig.errors == ["The queue `q` of the store `store` \(consequence): \(problem)"])
    await rig.store.run()
    #expect(rig.heard == ["go", "ran"])
    #expect(rig.errors.count == 1)
  }

  @Test("An error handler may send: to the failed effect's own store, also when that begins new effects")
  func handlerSends() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go":
        .concatenate(
          .run(in: .concat("q"), id: "x", label: "bad") { _ in throw EffectsFailure("torn") },
          .run(label: "next") { send in await send("from next") })
      case "failed":
        .merge(
          .cancel(id: "x"), .run(id: "y", label: "repair") { send in await send("from repair") })
      default: .none
      }
    }
    rig.flow.errorHandler = { [store = EffectsParcel(rig.store)] _ in store.value?.send("failed") }
    rig.send("go")
    await driver.perform("bad")
    #expect(rig.heard == ["go", "failed"])
    #expect(driver.open.sorted() == ["next", "repair"])
    await driver.perform("next")
    await driver.perform("repair")
    #expect(rig.heard == ["go", "failed", "from next", "from repair"])
    #expect(rig.flow.isIdle)
    rig.flow.errorHandler = { _ in }
  }

  @Test("An error handler may send when a queue is full in the middle of a sequence, between turns")
  func handlerSendsWhenFull() async {
    let driver = EffectsScriptedDriver()
    let queue = EffectQueue.concat("q").capacity(0)
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "occupy": .run(in: queue, label: "occupant") { _ in }
      case "go":
        .concatenate(
          .run(label: "a") { _ in }, .run(in: queue, label: "refused") { _ in },
          .run(label: "b") { send in await send("from b") })
      case "full": .run(label: "extra") { send in await send("from extra") }
      default: .none
      }
    }
    rig.flow.errorHandler = { [store = EffectsParcel(rig.store)] _ in store.value?.send("full") }
    rig.send("occupy", "go")
    await driver.perform("a")
    #expect(rig.heard == ["occupy", "go", "full"])
    #expect(driver.asked.sorted() == ["a", "b", "extra", "occupant"])
    for name in ["b", "extra", "occupant"] { await driver.perform(name) }
    #expect(rig.heard == ["occupy", "go", "full", "from b", "from extra"])
    #expect(rig.flow.isIdle)
    rig.flow.errorHandler = { _ in }
  }
}
